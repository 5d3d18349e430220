package org.heaptwin.agent.weave;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** A site for everything that a class allocates, and the way back from its probes. */
final class EverySite {
  static final int ID = 17;

  private EverySite() {}

  /** One site for each method and allocated class. */
  static List<Site> in(byte[] original) {
    ClassNode node = read(original);
    List<Site> sites = new ArrayList<>();
    for (MethodNode method : node.methods) {
      for (String allocated : allocatedIn(method)) {
        sites.add(Weaving.site(ID, method.name + method.desc, Site.NO_LINE, allocated));
      }
    }
    return sites;
  }

  static ClassNode read(byte[] bytes) {
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, 0);
    return node;
  }

  /** Takes the probes out again and answers how many there were. */
  static int strip(ClassNode woven) {
    int probes = 0;
    for (MethodNode method : woven.methods) {
      int inMethod = 0;
      for (AbstractInsnNode instruction : method.instructions.toArray()) {
        if (isHit(instruction)) {
          remove(method, instruction);
          inMethod++;
        }
      }
      method.maxStack -= inMethod > 0 ? 2 : 0;
      probes += inMethod;
    }
    return probes;
  }

  private static Set<String> allocatedIn(MethodNode method) {
    Set<String> allocated = new LinkedHashSet<>();
    for (AbstractInsnNode instruction : method.instructions) {
      String descriptor = Allocations.allocatedBy(instruction);
      if (descriptor != null) {
        allocated.add(descriptor);
      }
    }
    return allocated;
  }

  private static boolean isHit(AbstractInsnNode instruction) {
    return instruction instanceof MethodInsnNode call
        && call.owner.equals(RecordingProbe.INTERNAL_NAME);
  }

  private static void remove(MethodNode method, AbstractInsnNode hit) {
    AbstractInsnNode push = hit.getPrevious();
    AbstractInsnNode dup = push.getPrevious();
    if (((IntInsnNode) push).operand != ID || dup.getOpcode() != Opcodes.DUP) {
      throw new AssertionError("not a probe");
    }
    method.instructions.remove(hit);
    method.instructions.remove(push);
    method.instructions.remove(dup);
  }
}
