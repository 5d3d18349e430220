package org.heaptwin.agent.boot;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Puts one of our classes into the boot loader without touching its class path. Appending a jar
 * there makes HotSpot print a warning in the target and give up the shared classes of the
 * application; defining the class directly does neither.
 */
public final class BootClass {
  private static final String INTERNALS = "jdk.internal.misc";

  private BootClass() {}

  /**
   * Defines and initializes the class of that binary name, whose bytes lie beside this class; the
   * one already there if it was defined before.
   *
   * @throws ReflectiveOperationException if this JVM has no such way in
   */
  public static Class<?> define(String name, Instrumentation instrumentation)
      throws IOException, ReflectiveOperationException {
    try {
      return Class.forName(name, true, null);
    } catch (ClassNotFoundException first) {
      Class<?> defined = definer(instrumentation).apply(name, bytesOf(name));
      return Class.forName(defined.getName(), true, null);
    }
  }

  @SuppressWarnings("unchecked")
  private static BiFunction<String, byte[], Class<?>> definer(Instrumentation instrumentation)
      throws IOException, ReflectiveOperationException {
    String name = BootDefiner.class.getName();
    Sealed sealed = new Sealed(name, bytesOf(name));
    Module base = Object.class.getModule();
    // Exported to a module that holds one class of ours, not to the whole class path.
    instrumentation.redefineModule(
        base,
        Set.of(),
        Map.of(INTERNALS, Set.of(sealed.getUnnamedModule())),
        Map.of(),
        Set.of(),
        Collections.emptyMap());
    Object definer = sealed.loadClass(name).getDeclaredConstructor().newInstance();
    return (BiFunction<String, byte[], Class<?>>) definer;
  }

  private static byte[] bytesOf(String name) throws IOException {
    String resource = "/" + name.replace('.', '/') + ".class";
    try (InputStream stream = BootClass.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new FileNotFoundException(resource);
      }
      return stream.readAllBytes();
    }
  }

  /** A loader of one class, for the sake of its unnamed module. */
  private static final class Sealed extends ClassLoader {
    private final String only;
    private final byte[] bytes;

    Sealed(String only, byte[] bytes) {
      super(null);
      this.only = only;
      this.bytes = bytes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (!name.equals(only)) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
