package org.heaptwin.agent.boot;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;

/**
 * Puts one of our classes into the boot loader without touching its class path. Appending a jar
 * there makes HotSpot print a warning in the target and give up the shared classes of the
 * application; defining the class directly does neither.
 */
public final class BootClass {
  private static final String INTERNALS = "jdk.internal.misc";
  private static final String DEFINER = "org.heaptwin.agent.boot.inside.BootDefiner";

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
      Sealed sealed = new Sealed(bytesOf(DEFINER), bytesOf(name));
      // Exported to a module that holds one class of ours, not to the whole class path.
      instrumentation.redefineModule(
          Object.class.getModule(),
          Set.of(),
          Map.of(INTERNALS, Set.of(sealed.getUnnamedModule())),
          Map.of(),
          Set.of(),
          Map.of());
      Class.forName(DEFINER, true, sealed);
      return Class.forName(name, true, null);
    }
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

  /** A loader of one class, for the sake of its unnamed module, and of what that class defines. */
  private static final class Sealed extends ClassLoader {
    private final byte[] definer;
    private final byte[] defined;

    Sealed(byte[] definer, byte[] defined) {
      super(null);
      this.definer = definer;
      this.defined = defined;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (!name.equals(DEFINER)) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, definer, 0, definer.length);
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      return new ByteArrayInputStream(defined);
    }
  }
}
