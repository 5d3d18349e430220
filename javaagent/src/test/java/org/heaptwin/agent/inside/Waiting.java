package org.heaptwin.agent.inside;

import java.io.IOException;

/** Waits for the agent to be attached, then probes one site. */
public final class Waiting {
  private Waiting() {}

  /** Prints {@code ready}, waits for a line, and prints what was found. */
  public static void main(String[] arguments) throws IOException {
    System.out.println("ready");
    if (System.in.read() < 0) {
      return;
    }
    Print.value(
        "installed",
        Bridge.install(
            1,
            Versioned.class.getName(),
            "version()[Ljava/lang/Object;",
            -1,
            "[Ljava/lang/Object;",
            ""));
    Versioned.version();
    Print.value("hits", Bridge.hits(1));
  }
}
