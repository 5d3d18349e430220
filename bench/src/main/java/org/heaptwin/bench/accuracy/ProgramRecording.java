package org.heaptwin.bench.accuracy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.bench.programs.Program;

/**
 * A program in its own process, past its warm-up, of which something is recorded; then it is
 * killed.
 */
final class ProgramRecording {
  private static final String MARK = "round ";

  private final HeaptwinCommand heaptwin;

  ProgramRecording(HeaptwinCommand heaptwin) {
    this.heaptwin = heaptwin;
  }

  /** What is done with a running program. */
  @FunctionalInterface
  interface Action {
    void with(Process process) throws IOException, InterruptedException;
  }

  /** Records by attach, with the given further options of {@code heaptwin record}. */
  void record(Program program, Jdk jdk, double seconds, Path profile, List<String> options)
      throws IOException, InterruptedException {
    run(
        program,
        jdk,
        List.of(),
        process ->
            heaptwin.await(
                heaptwin.startRecording(
                    process.pid(), seconds, profile, options.toArray(String[]::new)),
                profile));
  }

  /** Starts the program, waits until it is warm, does something and kills it. */
  void run(Program program, Jdk jdk, List<String> options, Action action)
      throws IOException, InterruptedException {
    Path log = program.workingDirectory().resolve("program.log");
    Files.deleteIfExists(log);
    Process process =
        new ProcessBuilder(program.command(jdk, Program.ENDLESS, options))
            .directory(program.workingDirectory().toFile())
            .redirectError(log.toFile())
            .start();
    try {
      BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
      awaitRound(program, output, Program.WARM_UP_ROUNDS + 1);
      Thread drain = new Thread(() -> output.lines().forEach(line -> {}), "drain");
      drain.setDaemon(true);
      drain.start();
      action.with(process);
      if (!process.isAlive()) {
        throw new IOException(program.name() + " ended by itself; see " + log);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private static void awaitRound(Program program, BufferedReader output, int round)
      throws IOException {
    String line = output.readLine();
    while (line != null && !line.equals(MARK + round)) {
      line = output.readLine();
    }
    if (line == null) {
      throw new IOException(program.name() + " ended before round " + round);
    }
  }
}
