package org.heaptwin.agent.inside;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;

/** Allocations whose sampled stack begins with a native method of the JDK. */
public final class Reflection {
  /** Objects made in each way. */
  public static final int EACH = 10;

  private static final int CONSTRUCTED = 1;
  private static final int ARRAYS = 2;
  private static final int CLONES = 3;
  private static final int BY_HANDLE = 4;
  private static final String NEW_INSTANCE = "newInstance([Ljava/lang/Object;)Ljava/lang/Object;";

  /** What is made. */
  public static final class Made implements Cloneable {
    public Made() {}

    @Override
    public Made clone() {
      try {
        return (Made) super.clone();
      } catch (CloneNotSupportedException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }

  private Reflection() {}

  /** Prints what was found, one {@code name=value} a line. */
  public static void main(String[] arguments) throws Exception {
    Constructor<Made> constructor = Made.class.getConstructor();
    Made original = constructor.newInstance();
    String made = Made.class.descriptorString();
    boolean handles = Runtime.version().feature() >= 18; // JEP 416
    String accessor =
        handles
            ? "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor"
            : "jdk/internal/reflect/NativeConstructorAccessorImpl";
    Print.value(
        "constructor",
        Bridge.install(CONSTRUCTED, accessor, NEW_INSTANCE, -1, made, accessor + ".newInstance0"));
    Print.value(
        "handle",
        Bridge.install(
            BY_HANDLE,
            "java/lang/invoke/DirectMethodHandle",
            "allocateInstance(Ljava/lang/Object;)Ljava/lang/Object;",
            -1,
            made,
            "jdk/internal/misc/Unsafe.allocateInstance"));
    Print.value(
        "array",
        Bridge.install(
            ARRAYS,
            "java/lang/reflect/Array",
            "newInstance(Ljava/lang/Class;I)Ljava/lang/Object;",
            -1,
            "[" + made,
            "java/lang/reflect/Array.newArray"));
    Print.value(
        "clone",
        Bridge.install(
            CLONES, Made.class.getName(), "clone()" + made, -1, made, "java/lang/Object.clone"));
    int constructed = -constructed();
    int arrays = -Bridge.hits(ARRAYS);
    int clones = -Bridge.hits(CLONES);
    for (int round = 0; round < EACH; round++) {
      constructor.newInstance();
      Array.newInstance(Made.class, round);
      original = original.clone();
    }
    constructed += constructed();
    arrays += Bridge.hits(ARRAYS);
    clones += Bridge.hits(CLONES);
    Print.value("constructed", constructed);
    Print.value("arrays", arrays);
    Print.value("clones", clones);
  }

  /** By a native method or, on newer JDKs, by a method handle. */
  private static int constructed() {
    return Bridge.hits(CONSTRUCTED) + Bridge.hits(BY_HANDLE);
  }
}
