package org.heaptwin.agent.weave;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * Puts the probes of given sites into the bytes of a class. Methods without a site are copied byte
 * by byte. Pure: no class is loaded, no state is kept.
 */
public final class ClassWeaver {
  private static final String PROBE = "org/heaptwin/probe/AllocationProbe";

  private final String probeOwner;

  /** Probes that call the real probe. */
  public ClassWeaver() {
    this(PROBE);
  }

  ClassWeaver(String probeOwner) {
    this.probeOwner = probeOwner;
  }

  /** Weaves; a site that cannot be probed says so in the result and does not hinder the others. */
  public Woven weave(byte[] original, List<Site> sites) {
    ClassReader reader;
    try {
      reader = new ClassReader(original);
    } catch (IllegalArgumentException unknownVersion) {
      return Woven.refused(sites, Reason.UNKNOWN_VERSION);
    }
    WeaveRequest request = new WeaveRequest(reader.getClassName(), probeOwner, sites);
    while (true) {
      request.begin();
      Attempt attempt = new Attempt(reader, request);
      try {
        byte[] bytes = attempt.run();
        if (attempt.giveUpWhatWouldNotCompile()) {
          continue;
        }
        return new Woven(attempt.hasProbes() ? bytes : null, request.outcomes());
      } catch (MethodTooLargeException tooLarge) {
        List<Site> there = request.sitesIn(tooLarge.getMethodName(), tooLarge.getDescriptor());
        if (there.isEmpty()) {
          return Woven.refused(sites, Reason.TOO_LARGE);
        }
        there.forEach(site -> request.giveUp(site, Reason.TOO_LARGE));
      } catch (ClassTooLargeException tooLarge) {
        return Woven.refused(sites, Reason.TOO_MANY_CONSTANTS);
      }
    }
  }

  /** One pass through the class. */
  private static final class Attempt extends ClassVisitor {
    private final ClassReader reader;
    private final ClassWriter writer;
    private final WeaveRequest request;
    private final List<MethodWeaver> weavers = new ArrayList<>();

    Attempt(ClassReader reader, WeaveRequest request) {
      super(Opcodes.ASM9);
      this.reader = reader;
      this.request = request;
      this.writer = new LoadingNothing(reader);
      this.cv = writer;
    }

    byte[] run() {
      reader.accept(this, 0);
      return writer.toByteArray();
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      List<Site> sites = request.sitesIn(name, descriptor);
      if (sites.isEmpty()) {
        return next;
      }
      MethodNode method = new MethodNode(access, name, descriptor, signature, exceptions);
      MethodWeaver weaver = new MethodWeaver(method, next, request, sites);
      weavers.add(weaver);
      return weaver;
    }

    boolean hasProbes() {
      return weavers.stream().anyMatch(MethodWeaver::hasProbes);
    }

    boolean giveUpWhatWouldNotCompile() {
      boolean any = false;
      for (MethodWeaver weaver : weavers) {
        if (weaver.isTooLargeToCompile()) {
          weaver.sites().forEach(site -> request.giveUp(site, Reason.TOO_LARGE_TO_COMPILE));
          any = true;
        }
      }
      return any;
    }
  }

  /** Computes neither frames nor maxima; were it to try, it would load classes of the target. */
  private static final class LoadingNothing extends ClassWriter {
    LoadingNothing(ClassReader reader) {
      super(reader, 0);
    }

    @Override
    protected String getCommonSuperClass(String one, String other) {
      throw new IllegalStateException("frames are not computed");
    }
  }

  /** The new bytes, and what became of each site. */
  public static final class Woven {
    private final byte[] bytes;
    private final Map<Site, Outcome> outcomes;

    Woven(byte[] bytes, Map<Site, Outcome> outcomes) {
      this.bytes = bytes;
      this.outcomes = outcomes;
    }

    /** No probe at all, for one reason. */
    public static Woven refused(List<Site> sites, String reason) {
      Map<Site, Outcome> outcomes = new LinkedHashMap<>();
      sites.forEach(site -> outcomes.put(site, Outcome.refused(reason)));
      return new Woven(null, outcomes);
    }

    /** Null if no instruction was probed. */
    public byte[] bytes() {
      return bytes;
    }

    /** For every site asked for. */
    public Map<Site, Outcome> outcomes() {
      return outcomes;
    }
  }
}
