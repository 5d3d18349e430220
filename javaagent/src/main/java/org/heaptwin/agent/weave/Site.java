package org.heaptwin.agent.weave;

/**
 * Where an allocation stands: a method and a line in it, and what is allocated there. Lines rather
 * than positions in the code, because positions shift whenever anybody transforms the class.
 */
public final class Site {
  /** The line of a class that was compiled without lines: every line of the method matches. */
  public static final int NO_LINE = -1;

  private static final int FIELDS = 7;

  final int id;
  final String owner;
  final String method;
  final String descriptor;
  final int line;
  final String allocated;
  final String calleeOwner;
  final String calleeName;

  private Site(String[] field) {
    id = Integer.parseInt(field[0]);
    owner = field[1].replace('.', '/');
    method = field[2];
    descriptor = field[3];
    line = Integer.parseInt(field[4]);
    allocated = field[5];
    int dot = field[6].lastIndexOf('.');
    calleeOwner = dot < 0 ? "" : field[6].substring(0, dot).replace('.', '/');
    calleeName = field[6].substring(dot + 1);
  }

  /**
   * Reads {@code id, class, method, descriptor, line, allocated, nativeCallee}, separated by tabs.
   * Class names may be written with dots or slashes; the callee is empty or {@code owner.name}.
   *
   * @throws IllegalArgumentException if the line is not so
   */
  public static Site parse(String line) {
    String[] field = line.split("\t", -1);
    if (field.length != FIELDS) {
      throw new IllegalArgumentException(field.length + " fields instead of " + FIELDS);
    }
    return new Site(field);
  }

  /** The number that the probe passes on. */
  public int id() {
    return id;
  }

  /** Internal name of the class whose code allocates. */
  public String owner() {
    return owner;
  }

  boolean isIn(String name, String methodDescriptor) {
    return method.equals(name) && descriptor.equals(methodDescriptor);
  }

  boolean isOn(int otherLine) {
    return line == NO_LINE || line == otherLine;
  }

  boolean isCall() {
    return !calleeName.isEmpty();
  }
}
