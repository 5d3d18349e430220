package org.heaptwin.agent.weave;

import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/** Behind which instructions of a method a probe belongs, and of which site. */
final class ProbePoints {
  private final String owner;
  private final MethodNode method;
  private final IdentityHashMap<AbstractInsnNode, Site> points = new IdentityHashMap<>();
  private final Map<Site, Outcome> outcomes = new LinkedHashMap<>();
  private ConstructorCalls constructorCalls;

  private ProbePoints(String owner, MethodNode method) {
    this.owner = owner;
    this.method = method;
  }

  static ProbePoints of(String owner, MethodNode method, List<Site> sites)
      throws AnalyzerException {
    ProbePoints found = new ProbePoints(owner, method);
    for (Site site : sites) {
      found.outcomes.put(site, found.place(site));
    }
    return found;
  }

  IdentityHashMap<AbstractInsnNode, Site> points() {
    return points;
  }

  Map<Site, Outcome> outcomes() {
    return outcomes;
  }

  private Outcome place(Site site) throws AnalyzerException {
    SiteMatches matches = SiteMatches.of(site, method);
    Tally tally = new Tally(matches.reasonOfNone());
    for (AbstractInsnNode allocation : matches.allocations) {
      tally.count(
          allocation.getOpcode() == Opcodes.NEW
              ? placeBehindConstructor(allocation, site)
              : place(allocation, site));
    }
    for (AbstractInsnNode call : matches.calls) {
      tally.count(place(AllocatingCalls.endOf(call), site));
    }
    return tally.outcome();
  }

  private String placeBehindConstructor(AbstractInsnNode allocation, Site site)
      throws AnalyzerException {
    if (ConstructorCalls.isTooComplex(method)) {
      return Reason.TOO_COMPLEX;
    }
    if (constructorCalls == null) {
      constructorCalls = ConstructorCalls.of(owner, method);
    }
    List<AbstractInsnNode> calls = constructorCalls.after(allocation);
    String refusal = calls.isEmpty() ? Reason.NO_COPY : null;
    for (AbstractInsnNode call : calls) {
      String taken = place(call, site);
      refusal = refusal == null ? taken : refusal;
    }
    return refusal;
  }

  /** Null if the instruction was free, otherwise the reason. */
  private String place(AbstractInsnNode instruction, Site site) {
    return points.putIfAbsent(instruction, site) == null ? null : Reason.TAKEN;
  }

  private static final class Tally {
    private final String reasonOfNone;
    private String reasonOfSkipped;
    private int probed;
    private int skipped;

    Tally(String reasonOfNone) {
      this.reasonOfNone = reasonOfNone;
    }

    void count(String refusal) {
      if (refusal == null) {
        probed++;
      } else {
        skipped++;
        reasonOfSkipped = refusal;
      }
    }

    Outcome outcome() {
      return probed + skipped == 0
          ? Outcome.refused(reasonOfNone)
          : Outcome.of(probed, skipped, reasonOfSkipped);
    }
  }
}
