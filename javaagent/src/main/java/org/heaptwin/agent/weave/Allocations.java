package org.heaptwin.agent.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** What the allocation instructions allocate. */
final class Allocations {
  /** Element types of newarray, from T_BOOLEAN = 4 (JVMS 6.5.newarray). */
  private static final String PRIMITIVES = "ZCFDBSIJ";

  private Allocations() {}

  /** The allocated class as a descriptor, or null if the instruction allocates nothing. */
  static String allocatedBy(AbstractInsnNode instruction) {
    switch (instruction.getOpcode()) {
      case Opcodes.NEW:
        return descriptor(instruction);
      case Opcodes.NEWARRAY:
        int element = ((IntInsnNode) instruction).operand - Opcodes.T_BOOLEAN;
        return "[" + PRIMITIVES.charAt(element);
      case Opcodes.ANEWARRAY:
        return "[" + descriptor(instruction);
      case Opcodes.MULTIANEWARRAY:
        return ((MultiANewArrayInsnNode) instruction).desc;
      default:
        return null;
    }
  }

  /** Whether the instruction makes such arrays inside of the one that it leaves on the stack. */
  static boolean isInnerArray(AbstractInsnNode instruction, String allocated) {
    if (instruction.getOpcode() != Opcodes.MULTIANEWARRAY) {
      return false;
    }
    MultiANewArrayInsnNode many = (MultiANewArrayInsnNode) instruction;
    for (int depth = 1; depth < many.dims; depth++) {
      if (many.desc.substring(depth).equals(allocated)) {
        return true;
      }
    }
    return false;
  }

  private static String descriptor(AbstractInsnNode instruction) {
    return Type.getObjectType(((TypeInsnNode) instruction).desc).getDescriptor();
  }
}
