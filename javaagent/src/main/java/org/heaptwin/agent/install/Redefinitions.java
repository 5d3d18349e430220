package org.heaptwin.agent.install;

import java.util.Arrays;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Remembers how other agents and debuggers redefine the classes that were ever probed. Until JDK 20
 * (JDK-7124710) HotSpot keeps the class file from before the first transformation for good: after a
 * redefinition it hands out the old one again, and retransforming would undo the redefinition. On
 * newer JVMs this does nothing. Thread-safe.
 */
final class Redefinitions {
  private static final int FIRST_WITHOUT_THE_BUG = 20;

  private final boolean needed;
  private final Map<Class<?>, Versions> versions = new WeakHashMap<>();

  Redefinitions() {
    this(Runtime.version().feature() < FIRST_WITHOUT_THE_BUG);
  }

  Redefinitions(boolean needed) {
    this.needed = needed;
  }

  /** Whether every later redefinition of a class that was probed once has to be watched. */
  boolean isNeeded() {
    return needed;
  }

  /**
   * The class file in force, where the JVM hands out this one at our own request: itself or one
   * that a redefinition brought.
   */
  synchronized byte[] atOurRequest(Class<?> target, byte[] classFile) {
    if (!needed) {
      return classFile;
    }
    return versions.computeIfAbsent(target, first -> new Versions(classFile)).inForce(classFile);
  }

  /** The same at the request of another agent or a debugger, which may be a redefinition. */
  synchronized byte[] atOthersRequest(Class<?> target, byte[] classFile) {
    Versions known = versions.get(target);
    if (known == null) {
      return classFile;
    }
    if (isRetransformation()) {
      return known.inForce(classFile);
    }
    known.latest = classFile;
    return classFile;
  }

  /** Only the stack tells one kind of request from the other; a native agent leaves no frame. */
  private static boolean isRetransformation() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames.anyMatch(
                    frame ->
                        frame.getClassName().equals("sun.instrument.InstrumentationImpl")
                            && frame.getMethodName().equals("retransformClasses")));
  }

  private static final class Versions {
    /** What the JVM handed out when we first asked, and may hand out for ever. */
    private final byte[] first;

    private byte[] latest;

    Versions(byte[] first) {
      this.first = first;
      this.latest = first;
    }

    byte[] inForce(byte[] classFile) {
      boolean stale = Arrays.equals(classFile, first) && !Arrays.equals(classFile, latest);
      return stale ? latest : classFile;
    }
  }
}
