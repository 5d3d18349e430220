package org.heaptwin.agent.inside;

import java.lang.reflect.Field;
import java.util.function.Function;

/** Inside a target: what native code does through JNI, done by reflection. */
final class Bridge {
  private static final int ELEMENTS_PER_SITE = 16;
  private static final Class<?> PROBE = probe();
  private static final int[] COUNTDOWN = (int[]) staticField("countdown");

  private Bridge() {}

  @SuppressWarnings("unchecked")
  static String[] ask(String... request) {
    return ((Function<String[], String[]>) staticField("installer")).apply(request);
  }

  /** The answer for one site. */
  static String install(
      int id, String owner, String method, int line, String allocated, String callee) {
    String name = method.substring(0, method.indexOf('('));
    String descriptor = method.substring(method.indexOf('('));
    String site = String.join("\t", id + "", owner, name, descriptor, line + "", allocated, callee);
    return ask("install", site)[0];
  }

  /** Objects that reached the probe since the site was last armed with {@link #silence}. */
  static int hits(int site) {
    return Integer.MAX_VALUE - COUNTDOWN[site * ELEMENTS_PER_SITE];
  }

  static void silence(int site) {
    COUNTDOWN[site * ELEMENTS_PER_SITE] = Integer.MAX_VALUE;
  }

  static void setCountdown(int site, int value) {
    COUNTDOWN[site * ELEMENTS_PER_SITE] = value;
  }

  private static Class<?> probe() {
    try {
      return Class.forName("org.heaptwin.probe.AllocationProbe", true, null);
    } catch (ClassNotFoundException absent) {
      throw new IllegalStateException(absent);
    }
  }

  private static Object staticField(String name) {
    try {
      Field field = PROBE.getDeclaredField(name);
      field.setAccessible(true);
      return field.get(null);
    } catch (ReflectiveOperationException absent) {
      throw new IllegalStateException(absent);
    }
  }
}
