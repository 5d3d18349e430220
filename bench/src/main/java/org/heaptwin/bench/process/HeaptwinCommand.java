package org.heaptwin.bench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The heaptwin command of this working copy, used as a user uses it. */
public final class HeaptwinCommand {
  private final Path root;

  /**
   * @param root directory of the working copy
   */
  public HeaptwinCommand(Path root) {
    this.root = root;
  }

  /**
   * The working copy that the system property {@code heaptwin.root} names, or the current
   * directory.
   */
  public static HeaptwinCommand ofWorkingCopy() {
    return new HeaptwinCommand(
        Path.of(System.getProperty("heaptwin.root", ".")).toAbsolutePath().normalize());
  }

  public Path root() {
    return root;
  }

  /**
   * Starts to record a process. Output goes to a file beside the profile.
   *
   * @param options further options of the record command
   */
  public Process startRecording(long pid, double seconds, Path profile, String... options)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(root.resolve("heaptwin").toString());
    command.addAll(List.of("record", Long.toString(pid), "-d", Math.round(seconds * 1_000) + "ms"));
    command.addAll(List.of("-o", profile.toString()));
    command.addAll(List.of(options));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(logOf(profile).toFile())
        .start();
  }

  /** Begins a command line that starts a program with the agent; the program's own follows. */
  public List<String> run(Path profile) {
    return List.of(
        root.resolve("heaptwin").toString(), "run", "-q", "-o", profile.toString(), "--");
  }

  /**
   * Waits for a recording to end.
   *
   * @throws IOException with the command's own words when it failed
   */
  public void await(Process recording, Path profile) throws IOException, InterruptedException {
    int exit = recording.waitFor();
    if (exit != 0) {
      String log = Files.readString(logOf(profile), StandardCharsets.UTF_8).strip();
      throw new IOException("heaptwin record ended with " + exit + ": " + log);
    }
  }

  private static Path logOf(Path profile) {
    return Path.of(profile + ".log");
  }
}
