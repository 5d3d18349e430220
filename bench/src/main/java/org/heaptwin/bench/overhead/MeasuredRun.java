package org.heaptwin.bench.overhead;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.bench.programs.Program;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.ProfileReader;

/** Runs a program to its end under a mode, and measures the JVM that it runs in. */
final class MeasuredRun {
  /** Time for the JVM to become attachable. */
  private static final long ATTACH_DELAY_MILLIS = 500;

  /** Longer than any program runs: a recording ends with its target. */
  private static final double RECORDING_SECONDS = 3_600;

  /** For the heaptwin command to end after its target. */
  private static final long END_SECONDS = 60;

  private static final double NANOS_PER_SECOND = 1e9;

  private final HeaptwinCommand heaptwin;
  private final WatchedCommand commands;
  private final Path log;

  /**
   * @param directory for logs and profiles, each overwritten by the next run
   */
  MeasuredRun(HeaptwinCommand heaptwin, WatchedCommand commands, Path directory) {
    this.heaptwin = heaptwin;
    this.commands = commands;
    this.log = directory.resolve("program.log");
  }

  /**
   * Does it once.
   *
   * @param work rounds of the program
   * @throws IOException when the program or what watches it fails
   */
  Run of(Program program, Jdk jdk, Mode mode, int round, int work)
      throws IOException, InterruptedException {
    Files.deleteIfExists(commands.profile());
    Process started =
        new ProcessBuilder(commands.of(program, jdk, mode, work))
            .directory(program.workingDirectory().toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      ProcessCost cost = cost(started, jdk, mode);
      requireSuccess(started);
      return run(program, jdk, mode, round, work, cost);
    } finally {
      started.descendants().forEach(ProcessHandle::destroyForcibly);
      started.destroyForcibly();
    }
  }

  private ProcessCost cost(Process started, Jdk jdk, Mode mode)
      throws IOException, InterruptedException {
    if (mode == Mode.START) {
      return ProcessCost.await(TargetProcess.childOf(started, jdk.java()));
    }
    if (mode != Mode.ATTACH) {
      return ProcessCost.await(started.pid());
    }
    Thread.sleep(ATTACH_DELAY_MILLIS);
    Process recording =
        heaptwin.startRecording(started.pid(), RECORDING_SECONDS, commands.profile());
    ProcessCost cost = ProcessCost.await(started.pid());
    heaptwin.await(recording, commands.profile());
    return cost;
  }

  private void requireSuccess(Process started) throws IOException, InterruptedException {
    if (!started.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("what was started outlives its program; see " + log);
    }
    if (started.exitValue() != 0) {
      String words = Files.readString(log, StandardCharsets.UTF_8).strip();
      throw new IOException(
          "ended with "
              + started.exitValue()
              + ": "
              + words.substring(Math.max(0, words.length() - 400)));
    }
  }

  private Run run(Program program, Jdk jdk, Mode mode, int round, int work, ProcessCost cost)
      throws IOException {
    Double pause = null;
    Double longest = null;
    if (mode.isHeaptwin()) {
      Profile profile = ProfileReader.read(commands.profile());
      var added = profile.sources().content().pauseNanos();
      pause = added == null ? null : seconds(added.total());
      longest = added == null ? null : seconds(added.largest());
    }
    return new Run(program.name(), jdk.feature(), mode, round, work, cost, pause, longest);
  }

  private static Double seconds(Number nanos) {
    return nanos == null ? null : nanos.doubleValue() / NANOS_PER_SECOND;
  }
}
