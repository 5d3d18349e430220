package org.heaptwin.agent.weave;

import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Puts the probes of one method behind the instructions that complete its objects. A probe has no
 * branch and leaves the stack as it was, so the method's frames stay true and nothing has to be
 * computed anew.
 */
final class MethodWeaver extends MethodVisitor {
  private static final String HIT = "hit";
  private static final String HIT_DESCRIPTOR = "(Ljava/lang/Object;I)V";

  /** dup and sipush and invokestatic. */
  private static final int PROBE_BYTES = 1 + 3 + 3;

  private static final int PROBE_STACK = 2;

  /** HotSpot never compiles a method of more bytes (HugeMethodLimit). */
  private static final int MOST_COMPILED_BYTES = 8000;

  private final MethodNode method;
  private final MethodVisitor next;
  private final WeaveRequest request;
  private final List<Site> sites;
  private final Label end = new Label();
  private int probes;

  /** Collects the method that is visited, and hands it on with its probes at the end. */
  MethodWeaver(MethodNode method, MethodVisitor next, WeaveRequest request, List<Site> sites) {
    super(Opcodes.ASM9, method);
    this.method = method;
    this.next = next;
    this.request = request;
    this.sites = sites;
  }

  @Override
  public void visitEnd() {
    super.visitEnd();
    try {
      weave();
    } catch (AnalyzerException unreadable) {
      // As it was; the code breaks the rules of the stack, and the JVM will say so itself.
      sites.forEach(
          site -> request.outcomes().put(site, Outcome.refused(Reason.FAILS_VERIFICATION)));
    }
    method.accept(new EndMark(next, end));
  }

  private void weave() throws AnalyzerException {
    ProbePoints found = ProbePoints.of(request.className(), method, sites);
    request.outcomes().putAll(found.outcomes());
    found.points().forEach((instruction, site) -> insert(instruction, site.id()));
  }

  private void insert(AbstractInsnNode instruction, int site) {
    if (probes == 0) {
      method.maxStack += PROBE_STACK;
    }
    InsnList probe = new InsnList();
    probe.add(new InsnNode(Opcodes.DUP));
    probe.add(new IntInsnNode(Opcodes.SIPUSH, site));
    probe.add(
        new MethodInsnNode(Opcodes.INVOKESTATIC, request.probeOwner(), HIT, HIT_DESCRIPTOR, false));
    method.instructions.insert(instruction, probe);
    probes++;
  }

  /** Whether the probes made HotSpot give up compiling it; known once the class is written. */
  boolean isTooLargeToCompile() {
    if (probes == 0) {
      return false;
    }
    int size = end.getOffset();
    return size > MOST_COMPILED_BYTES && size - probes * PROBE_BYTES <= MOST_COMPILED_BYTES;
  }

  boolean hasProbes() {
    return probes > 0;
  }

  List<Site> sites() {
    return sites;
  }

  /** Notes where the code ends. */
  private static final class EndMark extends MethodVisitor {
    private final Label end;

    EndMark(MethodVisitor next, Label end) {
      super(Opcodes.ASM9, next);
      this.end = end;
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      visitLabel(end);
      super.visitMaxs(stack, locals);
    }
  }
}
