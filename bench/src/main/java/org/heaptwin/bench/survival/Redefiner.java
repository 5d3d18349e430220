package org.heaptwin.bench.survival;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Another agent in the same JVM, which redefines the program's classes with what they are, again
 * and again, while heaptwin probes them.
 */
public final class Redefiner {
  private static final long PAUSE_MILLIS = 30;

  private Redefiner() {}

  /** Called by the JVM. */
  public static void premain(String options, Instrumentation instrumentation) {
    // Brief: not among the threads that are counted.
    Thread thread = new Thread(() -> redefineForEver(instrumentation), "brief redefiner");
    thread.setDaemon(true);
    thread.start();
  }

  private static void redefineForEver(Instrumentation instrumentation) {
    Class<?>[] classes = {SurvivalProgram.class, TurningCache.class};
    try {
      for (int i = 0; ; i++) {
        Class<?> one = classes[i % classes.length];
        instrumentation.redefineClasses(new ClassDefinition(one, bytesOf(one)));
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (Exception | LinkageError failure) {
      // On standard error it fails the test.
      System.err.println("redefiner: " + failure);
    }
  }

  private static byte[] bytesOf(Class<?> one) throws IOException {
    try (InputStream in = one.getResourceAsStream(one.getSimpleName() + ".class")) {
      return in.readAllBytes();
    }
  }

  /** A jar that names this agent; the class itself is on the class path. */
  static Path jar(Path directory) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", Redefiner.class.getName());
    attributes.putValue("Can-Redefine-Classes", "true");
    Files.createDirectories(directory);
    Path jar = directory.resolve("redefiner.jar");
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
    return jar;
  }
}
