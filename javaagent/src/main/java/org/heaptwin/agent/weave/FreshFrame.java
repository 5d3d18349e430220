package org.heaptwin.agent.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * A frame that handles unfinished references as the verifier does (JVMS 4.10.1.9): the constructor
 * finishes all copies at once.
 */
final class FreshFrame extends Frame<BasicValue> {
  FreshFrame(int locals, int stack) {
    super(locals, stack);
  }

  FreshFrame(Frame<? extends BasicValue> other) {
    super(other);
  }

  @Override
  public void execute(AbstractInsnNode instruction, Interpreter<BasicValue> interpreter)
      throws AnalyzerException {
    BasicValue receiver = receiverOfConstructor(instruction);
    super.execute(instruction, interpreter);
    if (receiver instanceof FreshValue) {
      finish(receiver);
    }
  }

  /** The instruction whose object the constructor call completes, or null. */
  AbstractInsnNode completedBy(AbstractInsnNode call) {
    BasicValue receiver = receiverOfConstructor(call);
    return receiver instanceof FreshValue ? ((FreshValue) receiver).origin() : null;
  }

  /** Whether the completed object is on top of the stack once the constructor has returned. */
  boolean keepsCopy(AbstractInsnNode call) {
    int below = receiverIndex((MethodInsnNode) call) - 1;
    // Asked of the receiver: any other reference calls itself equal to every one.
    return below >= 0 && receiverOfConstructor(call).equals(getStack(below));
  }

  private BasicValue receiverOfConstructor(AbstractInsnNode instruction) {
    if (!isConstructorCall(instruction)) {
      return null;
    }
    int index = receiverIndex((MethodInsnNode) instruction);
    return index < 0 ? null : getStack(index);
  }

  private int receiverIndex(MethodInsnNode call) {
    return getStackSize() - 1 - Type.getArgumentTypes(call.desc).length;
  }

  static boolean isConstructorCall(AbstractInsnNode instruction) {
    return instruction.getOpcode() == Opcodes.INVOKESPECIAL
        && ((MethodInsnNode) instruction).name.equals("<init>");
  }

  private void finish(BasicValue fresh) {
    for (int local = 0; local < getLocals(); local++) {
      if (fresh.equals(getLocal(local))) {
        setLocal(local, BasicValue.REFERENCE_VALUE);
      }
    }
    for (int slot = 0; slot < getStackSize(); slot++) {
      if (fresh.equals(getStack(slot))) {
        setStack(slot, BasicValue.REFERENCE_VALUE);
      }
    }
  }
}
