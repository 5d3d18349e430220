package org.heaptwin.attach;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.heaptwin.linux.ProcessFiles;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;

/**
 * One recording of one target, from start to the profile. Everything that can be checked is checked
 * by {@link #prepare}.
 */
public final class RecordingSession {
  private final ProcessFiles process;
  private final JavaProcess target;
  private final Agent agent;
  private final OutputPlace output;
  private final OptionalLong startTicks;
  private final Optional<FileTime> writtenBefore;

  private RecordingSession(JavaProcess target, Path library, OutputPlace output) {
    this.process = new ProcessFiles(target.pid());
    this.target = target;
    this.agent = new Agent(target.pid(), library);
    this.output = output;
    this.startTicks = process.startTicks();
    this.writtenBefore = lastWritten(output.fromHere());
  }

  /**
   * Checks target, library and output without touching the target.
   *
   * @throws Problem the first reason why the recording cannot be made
   */
  public static RecordingSession prepare(long pid, Path profile) {
    AttachCheck check = new AttachCheck(pid);
    JavaProcess target = check.require();
    Path library = AgentLibrary.require();
    check.requireReadable(library);
    return new RecordingSession(target, library, OutputPlace.choose(pid, profile));
  }

  public JavaProcess target() {
    return target;
  }

  public Path profile() {
    return output.wanted();
  }

  /**
   * Starts recording; the recording ends by itself when this process does.
   *
   * @param options a start command without file and owner
   */
  public void start(AgentOptions options) {
    boolean samePids = process.link("ns/pid").equals(ProcessFiles.self().link("ns/pid"));
    agent.send(
        options
            .with("file", output.inTarget())
            .with("owner", samePids ? ProcessHandle.current().pid() : null));
  }

  /**
   * Loads what probes need, where they are wanted; before {@link #start}.
   *
   * @param warn takes one line before the JVM pays for what was asked
   * @throws Problem when probes were demanded and cannot be had
   */
  public void prepareProbes(AllocationMode mode, Consumer<String> warn) {
    if (mode == AllocationMode.SAMPLED) {
      return;
    }
    boolean free = agent.send(AgentOptions.status()).retransform().orElse("").equals("free");
    if (mode == AllocationMode.PROBES) {
      Path jar = AgentJar.require();
      new AttachCheck(process.pid()).requireReadable(jar);
      if (!free) {
        warn.accept(
            "The first probe makes JVM "
                + process.pid()
                + " discard all its compiled code, because it was started without"
                + " heaptwin-agent.jar: it will run slowly for some seconds.");
      }
      agent.loadJava(jar);
    } else if (free) {
      loadWherePossible();
    }
  }

  /** Sampling goes on without it; the agent then writes into the profile that it is missing. */
  private void loadWherePossible() {
    Optional<Path> jar = AgentJar.find();
    if (jar.isEmpty() || !new TargetFiles(process).canRead(jar.get())) {
      return;
    }
    try {
      agent.loadJava(jar.get());
    } catch (Problem refused) {
      if (!targetRuns()) {
        throw refused;
      }
    }
  }

  /** Whether the target, and not a later process of the same pid, still runs. */
  public boolean targetRuns() {
    return process.runs() && process.startTicks().equals(startTicks);
  }

  /**
   * Stops recording and brings the profile to its place.
   *
   * @return whether the target was still there to be stopped
   * @throws Problem when there is no profile
   */
  public boolean finish() {
    boolean stopped = stop();
    try {
      boolean written = !lastWritten(output.fromHere()).equals(writtenBefore);
      if (written && output.fetch()) {
        return stopped;
      }
    } catch (IOException e) {
      throw new Problem(
          ExitCode.TARGET,
          "the profile "
              + output.inTarget()
              + " of JVM "
              + target.pid()
              + " cannot be fetched ("
              + e.getMessage()
              + ")",
          "copy it by hand",
          e);
    }
    throw new Problem(
        ExitCode.TARGET,
        stopped
            ? "the agent in JVM " + target.pid() + " stopped and wrote no profile"
            : "JVM " + target.pid() + " ended and left no profile",
        stopped
            ? "look at the target's stderr for a line that begins with heaptwin:"
            : "record longer-lived JVMs, or use `heaptwin run`");
  }

  private boolean stop() {
    if (!targetRuns()) {
      return false;
    }
    try {
      agent.send(AgentOptions.stop());
      return true;
    } catch (Problem problem) {
      if (targetRuns()) {
        throw problem;
      }
      return false;
    }
  }

  private static Optional<FileTime> lastWritten(Path file) {
    try {
      return Optional.of(Files.getLastModifiedTime(file));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
