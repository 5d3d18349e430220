package org.heaptwin.attach;

import java.nio.file.Path;
import java.util.Optional;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;

/**
 * Where libheaptwin.so lies: {@code HEAPTWIN_LIBRARY}, or {@code build/lib} or {@code lib} under
 * the home of this installation.
 */
public final class AgentLibrary {
  private static final String NAME = "libheaptwin.so";
  private static final InstalledFile FILE =
      new InstalledFile(NAME, "HEAPTWIN_LIBRARY", Path.of("build", "lib"));

  private AgentLibrary() {}

  /** The library's absolute path; empty when there is none. */
  public static Optional<Path> find() {
    return FILE.find();
  }

  /**
   * The library's absolute path.
   *
   * @throws Problem when there is none
   */
  public static Path require() {
    return find()
        .orElseThrow(
            () ->
                new Problem(
                    ExitCode.ENVIRONMENT,
                    NAME + " was not found" + lookedAt(),
                    "build it with `make`, or name it in HEAPTWIN_LIBRARY"));
  }

  private static String lookedAt() {
    String named = System.getenv("HEAPTWIN_LIBRARY");
    if (named != null && !named.isEmpty()) {
      return " at HEAPTWIN_LIBRARY=" + named;
    }
    String home = System.getProperty("heaptwin.home");
    return home == null
        ? " (heaptwin.home is not set)"
        : " in " + home + "/build/lib or " + home + "/lib";
  }
}
