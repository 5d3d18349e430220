package org.heaptwin.agent.boot;

import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import java.util.function.BiFunction;

/**
 * Calls the JDK's internal definition of classes. {@link BootClass} loads a copy of this class into
 * a module of its own, the only one that gets access; it may therefore refer to the JDK alone.
 */
public final class BootDefiner implements BiFunction<String, byte[], Class<?>> {
  /** For {@link BootClass}. */
  public BootDefiner() {}

  @Override
  public Class<?> apply(String name, byte[] bytes) {
    try {
      Class<?> internals = Class.forName("jdk.internal.misc.Unsafe");
      Object unsafe = internals.getMethod("getUnsafe").invoke(null);
      Method define =
          internals.getMethod(
              "defineClass",
              String.class,
              byte[].class,
              int.class,
              int.class,
              ClassLoader.class,
              ProtectionDomain.class);
      return (Class<?>) define.invoke(unsafe, name, bytes, 0, bytes.length, null, null);
    } catch (ReflectiveOperationException absent) {
      throw new IllegalStateException(absent);
    }
  }
}
