package org.heaptwin.agent.weave;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** The instructions of a method that one site can mean. */
final class SiteMatches {
  final List<AbstractInsnNode> allocations = new ArrayList<>();
  final List<AbstractInsnNode> calls = new ArrayList<>();
  private final List<AbstractInsnNode> replacedCalls = new ArrayList<>();
  private boolean innerArray;
  private final Site site;

  private SiteMatches(Site site) {
    this.site = site;
  }

  static SiteMatches of(Site site, MethodNode method) {
    SiteMatches matches = new SiteMatches(site);
    int line = Site.NO_LINE;
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof LineNumberNode) {
        line = ((LineNumberNode) instruction).line;
      } else if (instruction.getOpcode() >= 0 && site.isOn(line)) {
        matches.look(instruction);
      }
    }
    matches.settle();
    return matches;
  }

  /** Why nothing matched. */
  String reasonOfNone() {
    return innerArray ? Reason.INNER_ARRAY : Reason.NO_INSTRUCTION;
  }

  private void look(AbstractInsnNode instruction) {
    if (site.isCall()) {
      if (AllocatingCalls.isNativeCallee(instruction, site)) {
        calls.add(instruction);
      }
      return;
    }
    if (site.allocated.equals(Allocations.allocatedBy(instruction))) {
      allocations.add(instruction);
    } else if (AllocatingCalls.isReplaced(instruction, site)) {
      replacedCalls.add(instruction);
    }
    innerArray |= Allocations.isInnerArray(instruction, site.allocated);
  }

  /** Calls stand for what compiled code allocates only where nothing else can have allocated it. */
  private void settle() {
    if (allocations.isEmpty() && !innerArray) {
      calls.addAll(replacedCalls);
    }
  }
}
