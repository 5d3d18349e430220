package org.heaptwin.agent.weave;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.heaptwin.agent.weave.ClassWeaver.Woven;

/** Weaves classes with the recording probe and lets the JVM verify and define the result. */
final class Weaving {
  private static final String NO_CALLEE = "";

  private Weaving() {}

  static byte[] bytesOf(Class<?> subject) throws IOException {
    String resource = "/" + subject.getName().replace('.', '/') + ".class";
    try (InputStream stream = subject.getResourceAsStream(resource)) {
      return stream.readAllBytes();
    }
  }

  static Site site(int id, String method, int line, String allocated) {
    return site(id, method, line, allocated, NO_CALLEE);
  }

  /** A site in whichever class is woven; {@code method} is name and descriptor. */
  static Site site(int id, String method, int line, String allocated, String callee) {
    int parenthesis = method.indexOf('(');
    String name = method.substring(0, parenthesis);
    String descriptor = method.substring(parenthesis);
    return Site.parse(
        String.join("\t", id + "", "any", name, descriptor, line + "", allocated, callee));
  }

  static Woven weave(byte[] original, Site... sites) {
    return new ClassWeaver(RecordingProbe.INTERNAL_NAME).weave(original, List.of(sites));
  }

  /** The answer for the only site. */
  static String outcome(Woven woven) {
    return woven.outcomes().values().iterator().next().toString();
  }

  /** Defines the class in a loader of its own; other classes are the tests'. */
  static Class<?> define(byte[] bytes) {
    return new ClassLoader(Weaving.class.getClassLoader()) {
      Class<?> define() {
        return defineClass(null, bytes, 0, bytes.length);
      }
    }.define();
  }
}
