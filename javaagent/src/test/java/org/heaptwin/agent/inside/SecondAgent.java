package org.heaptwin.agent.inside;

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** Another agent in the same JVM, loaded after ours, so that it sees what ours has made. */
public final class SecondAgent {
  private static Instrumentation instrumentation;

  private SecondAgent() {}

  public static void premain(String options, Instrumentation ours) {
    instrumentation = ours;
  }

  static Class<?>[] loadedClasses() {
    return instrumentation.getAllLoadedClasses();
  }

  static boolean isModifiable(Class<?> candidate) {
    return instrumentation.isModifiableClass(candidate);
  }

  /** The class file that the last transformer in the row sees. */
  static byte[] bytesOf(Class<?> target) throws Exception {
    AtomicReference<byte[]> seen = new AtomicReference<>();
    whileTransforming(
        target,
        bytes -> {
          seen.set(bytes.clone());
          return null;
        },
        () -> instrumentation.retransformClasses(target));
    return seen.get();
  }

  static void redefine(Class<?> target, byte[] bytes) throws Exception {
    instrumentation.redefineClasses(new ClassDefinition(target, bytes));
  }

  /** Does something while this agent transforms the class in its own way. */
  static void whileTransforming(Class<?> target, UnaryOperator<byte[]> change, Action action)
      throws Exception {
    ClassFileTransformer transformer =
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader,
              String name,
              Class<?> redefined,
              ProtectionDomain domain,
              byte[] bytes) {
            return redefined == target ? change.apply(bytes) : null;
          }
        };
    instrumentation.addTransformer(transformer, true);
    try {
      action.run();
    } finally {
      instrumentation.removeTransformer(transformer);
    }
  }

  /** May throw anything. */
  interface Action {
    void run() throws Exception;
  }
}
