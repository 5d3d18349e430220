package org.heaptwin.agent.inside;

import java.util.Arrays;
import java.util.HashMap;

/** Compares what another agent sees before, during and after probing. */
public final class BytesAfterRemoval {
  private BytesAfterRemoval() {}

  /** Prints what was found, one {@code name=value} a line. */
  public static void main(String[] arguments) throws Exception {
    compare("application", Versioned.class, "version()[Ljava/lang/Object;", "[Ljava/lang/Object;");
    compare("jdk", HashMap.class, "keySet()Ljava/util/Set;", "Ljava/util/HashMap$KeySet;");
  }

  private static void compare(String name, Class<?> target, String method, String allocated)
      throws Exception {
    byte[] before = SecondAgent.bytesOf(target);
    Print.value(
        name + ".installed", Bridge.install(5, target.getName(), method, -1, allocated, ""));
    Print.value(name + ".differsDuring", !Arrays.equals(before, SecondAgent.bytesOf(target)));
    Print.value(name + ".left", Bridge.ask("removeAll").length);
    Print.value(name + ".sameAfterwards", Arrays.equals(before, SecondAgent.bytesOf(target)));
  }
}
