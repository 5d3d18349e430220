package org.heaptwin.agent.weave;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Calls that return a new object which no instruction of the caller allocates. */
final class AllocatingCalls {
  /** Methods that compiled code replaces by an allocation in the caller. */
  private static final Set<String> REPLACED =
      Set.of(
          "java/util/Arrays.copyOf",
          "java/util/Arrays.copyOfRange",
          "java/lang/reflect/Array.newInstance",
          "java/lang/reflect/Array.newArray",
          "java/lang/StringBuilder.toString",
          "java/lang/StringBuffer.toString",
          "jdk/internal/misc/Unsafe.allocateInstance",
          "jdk/internal/misc/Unsafe.allocateUninitializedArray",
          "jdk/internal/misc/Unsafe.allocateUninitializedArray0",
          "sun/misc/Unsafe.allocateInstance");

  private AllocatingCalls() {}

  /** Whether the instruction calls the native method that stood on top of the sampled stack. */
  static boolean isNativeCallee(AbstractInsnNode instruction, Site site) {
    if (!(instruction instanceof MethodInsnNode)) {
      return false;
    }
    MethodInsnNode call = (MethodInsnNode) instruction;
    // A virtual call may name a subclass or an array type instead of the class that declares it.
    boolean declared =
        call.owner.equals(site.calleeOwner) || call.getOpcode() != Opcodes.INVOKESTATIC;
    return declared && call.name.equals(site.calleeName) && canReturn(call, site.allocated);
  }

  /** Whether compiled code may allocate here what the site says. */
  static boolean isReplaced(AbstractInsnNode instruction, Site site) {
    if (!(instruction instanceof MethodInsnNode)) {
      return false;
    }
    MethodInsnNode call = (MethodInsnNode) instruction;
    return (isClone(call) || REPLACED.contains(call.owner + "." + call.name))
        && canReturn(call, site.allocated);
  }

  /** The last instruction that belongs to the call: itself, or the cast of its result. */
  static AbstractInsnNode endOf(AbstractInsnNode call) {
    AbstractInsnNode next = call.getNext();
    return next != null && next.getOpcode() == Opcodes.CHECKCAST ? next : call;
  }

  private static boolean isClone(MethodInsnNode call) {
    return call.name.equals("clone") && call.desc.equals("()Ljava/lang/Object;");
  }

  private static boolean canReturn(MethodInsnNode call, String allocated) {
    String result = Type.getReturnType(call.desc).getDescriptor();
    if (!StaticType.canBe(result, allocated)) {
      return false;
    }
    if (isClone(call) && call.owner.charAt(0) == '[') {
      return StaticType.canBe(call.owner, allocated);
    }
    AbstractInsnNode end = endOf(call);
    return end == call || StaticType.canBe(castTo((TypeInsnNode) end), allocated);
  }

  private static String castTo(TypeInsnNode cast) {
    return Type.getObjectType(cast.desc).getDescriptor();
  }
}
