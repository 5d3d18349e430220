package org.heaptwin.agent.boot.inside;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import jdk.internal.misc.Unsafe;

/**
 * Calls the JDK's internal definition of classes, when it is initialized. The agent loads this
 * class into a module of its own, the only one that gets access, so it may refer to the JDK alone;
 * its loader answers any resource with the class file in question. No reflection: that would have
 * the JDK spin method handles, which takes longer than all the rest of the agent's start.
 */
final class BootDefiner {
  static {
    byte[] bytes = bytes();
    Unsafe.getUnsafe().defineClass(null, bytes, 0, bytes.length, null, null);
  }

  private BootDefiner() {}

  private static byte[] bytes() {
    try (InputStream stream = BootDefiner.class.getClassLoader().getResourceAsStream("")) {
      return stream.readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
