package org.heaptwin.agent.weave;

import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;

/** A reference that one {@code new} instruction made and no constructor has completed yet. */
final class FreshValue extends BasicValue {
  private final AbstractInsnNode origin;

  FreshValue(AbstractInsnNode origin) {
    super(Type.getObjectType("java/lang/Object"));
    this.origin = origin;
  }

  AbstractInsnNode origin() {
    return origin;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FreshValue && ((FreshValue) other).origin == origin;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(origin);
  }
}
