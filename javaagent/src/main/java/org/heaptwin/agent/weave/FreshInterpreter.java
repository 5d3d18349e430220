package org.heaptwin.agent.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/** Tells references from {@code new} apart by instruction, and everything else by size only. */
final class FreshInterpreter extends BasicInterpreter {
  FreshInterpreter() {
    super(Opcodes.ASM9);
  }

  @Override
  public BasicValue newOperation(AbstractInsnNode instruction) throws AnalyzerException {
    return instruction.getOpcode() == Opcodes.NEW
        ? new FreshValue(instruction)
        : super.newOperation(instruction);
  }

  @Override
  public BasicValue merge(BasicValue one, BasicValue other) {
    if (one instanceof FreshValue) {
      return one.equals(other) ? one : BasicValue.UNINITIALIZED_VALUE;
    }
    return other instanceof FreshValue ? BasicValue.UNINITIALIZED_VALUE : super.merge(one, other);
  }
}
