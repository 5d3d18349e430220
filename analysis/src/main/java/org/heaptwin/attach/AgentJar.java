package org.heaptwin.attach;

import java.nio.file.Path;
import java.util.Optional;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;

/**
 * Where heaptwin-agent.jar, which places probes, lies: {@code HEAPTWIN_AGENT_JAR}, or {@code
 * javaagent/target} or {@code lib} under the home of this installation.
 */
public final class AgentJar {
  private static final String NAME = "heaptwin-agent.jar";
  private static final InstalledFile FILE =
      new InstalledFile(NAME, "HEAPTWIN_AGENT_JAR", Path.of("javaagent", "target"));

  private AgentJar() {}

  /** The jar's absolute path; empty when there is none. */
  public static Optional<Path> find() {
    return FILE.find();
  }

  /**
   * The jar's absolute path.
   *
   * @throws Problem when there is none
   */
  public static Path require() {
    return find()
        .orElseThrow(
            () ->
                new Problem(
                    ExitCode.ENVIRONMENT,
                    NAME + " was not found, and probes need it",
                    "build it with `make`, name it in HEAPTWIN_AGENT_JAR, or use --alloc sampled"));
  }
}
