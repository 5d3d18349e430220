package org.heaptwin.agent.weave;

import java.lang.reflect.Array;
import java.util.Arrays;

/** Every way of the Java language to allocate, one a method; compiled by javac, run woven. */
public final class Subjects {
  private static final boolean[] CHOICES = {true, false};
  private static final String[] CLONED = {"a", "b"};

  /** Its initializer runs at the very instruction that allocates the first instance. */
  public static final class Late {
    public static final int BORN_ON =
        StackWalker.getInstance()
            .walk(frames -> frames.skip(1).findFirst().orElseThrow().getLineNumber());

    public Late(String one, String other) {
      assert !one.equals(other);
    }
  }

  private Subjects() {}

  public static Object plain() {
    return new Box("a");
  }

  public static Object nested() {
    return new Box(new Box("a"));
  }

  public static Object ternary() {
    Object last = null;
    for (boolean choice : CHOICES) {
      last = new Box(choice ? new Box("yes") : "no");
    }
    return last;
  }

  public static Object nestedInArray() {
    return new Box(new Object[] {new Box("a"), new Box("b")});
  }

  public static Object dropped() {
    new Box("a");
    return null;
  }

  public static Object throwing() {
    try {
      return new Box(null);
    } catch (IllegalArgumentException expected) {
      return null;
    }
  }

  public static Object inLoop() {
    Box last = new Box("first");
    for (int round = 0; round < 3; round++) {
      last = new Box(last);
    }
    return last;
  }

  public static Object inFinally() {
    StringBuilder text = new StringBuilder();
    try {
      text.append(new Box("try"));
    } finally {
      text.append(new Box("finally"));
    }
    return null;
  }

  public static Object primitives() {
    return new Object[] {
      new boolean[1],
      new char[2],
      new float[3],
      new double[4],
      new byte[5],
      new short[6],
      new int[7],
      new long[8]
    };
  }

  public static Object references() {
    return new String[9];
  }

  public static Object arrayOfArrays() {
    return new int[3][];
  }

  public static Object many() {
    return new int[2][3];
  }

  public static Object filled() {
    return new int[] {1, 2};
  }

  public static Object varargs() {
    return Arrays.asList("a", "b").size();
  }

  public static Object cloneOfPrimitives() {
    int[] original = initialized(0);
    return original.clone();
  }

  public static Object cloneOfReferences() {
    return CLONED.clone();
  }

  public static Object cloneOfBox() {
    return new Box("a").clone();
  }

  public static Object copyOf() {
    return Arrays.copyOf(CLONED, 5);
  }

  public static Object copyOfPrimitives() {
    return Arrays.copyOf(initialized(0), 5);
  }

  public static Object newInstance() {
    return (int[]) Array.newInstance(int.class, 4);
  }

  public static Object builder() {
    StringBuilder text = new StringBuilder();
    for (boolean choice : CHOICES) {
      text.append(choice);
    }
    return text.toString();
  }

  /** The boxes carry the line that allocates them, as the JVM tells it. */
  public static Object lines() {
    Object[] pair = {new Box(line()), new Box(line())};
    Object single = new Box(line());
    return new Object[] {pair[0], pair[1], single};
  }

  /** The instruction is on another line than the constructor call's argument. */
  public static Object split() {
    return new Late(
        "an argument that is too long for the line on which the expression begins, and another",
        "argument");
  }

  private static int line() {
    return StackWalker.getInstance()
        .walk(frames -> frames.skip(1).findFirst().orElseThrow().getLineNumber());
  }

  private static int[] initialized(int value) {
    return new int[] {value};
  }
}
