package org.heaptwin.agent.weave;

import java.util.Set;

/** What a descriptor in the code says about the class of the object behind it. */
final class StaticType {
  private static final Set<String> OF_EVERYTHING =
      Set.of("Ljava/lang/Object;", "Ljava/lang/Cloneable;", "Ljava/io/Serializable;");

  private StaticType() {}

  /**
   * Whether a value of the declared type can be an object of the allocated class. Without a class
   * hierarchy only arrays and other classes can be told apart; classes are given the benefit of the
   * doubt, as native code looks at the object's own class.
   */
  static boolean canBe(String declared, String allocated) {
    if (declared.equals(allocated)) {
      return true;
    }
    boolean declaredArray = declared.charAt(0) == '[';
    boolean allocatedArray = allocated.charAt(0) == '[';
    if (OF_EVERYTHING.contains(declared)) {
      return allocatedArray || isReference(allocated);
    }
    if (declaredArray && allocatedArray) {
      return canBe(declared.substring(1), allocated.substring(1));
    }
    return !declaredArray && !allocatedArray && isReference(declared) && isReference(allocated);
  }

  private static boolean isReference(String descriptor) {
    return descriptor.charAt(0) == 'L';
  }
}
