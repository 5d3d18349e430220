package org.heaptwin.bench.coverage;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.bench.truth.TruthProgram;
import org.heaptwin.bench.truth.TruthReport;
import org.heaptwin.findings.Findings;
import org.heaptwin.findings.Grouping;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.ProfileReader;

/**
 * A truth program that was recorded: what heaptwin says about it, and what is true.
 *
 * @param findings one for each allocation context
 */
record RecordedRun(
    Configuration configuration, Profile profile, Findings findings, TruthReport truth) {
  /** Time for the program to be compiled, so that the recording sees a steady rate. */
  private static final long WARM_UP_MILLIS = 1_500;

  private static final long PATIENCE_SECONDS = 60;

  /**
   * Runs the truth program, records it by attaching, and reads both results.
   *
   * @param directory for the files of this run; kept
   * @throws IOException when either process fails
   */
  static RecordedRun of(
      Configuration configuration, double seconds, Path directory, HeaptwinCommand heaptwin)
      throws IOException, InterruptedException {
    return of(TruthProgram.class, configuration, seconds, directory, heaptwin);
  }

  /**
   * The same with another program that takes the truth program's options.
   *
   * @param options further options of the record command
   */
  static RecordedRun of(
      Class<?> main,
      Configuration configuration,
      double seconds,
      Path directory,
      HeaptwinCommand heaptwin,
      String... options)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Path truthFile = directory.resolve("truth.json");
    Path profileFile = directory.resolve("truth.htprof");
    Process program =
        new ProcessBuilder(command(main, configuration, truthFile))
            .redirectError(directory.resolve("program.log").toFile())
            .start();
    try (BufferedReader output = program.inputReader(StandardCharsets.UTF_8)) {
      if (!"ready".equals(output.readLine())) {
        throw new IOException(
            "the truth program did not start; see " + directory.resolve("program.log"));
      }
      Thread.sleep(WARM_UP_MILLIS);
      heaptwin.await(
          heaptwin.startRecording(program.pid(), seconds, profileFile, options), profileFile);
      program.getOutputStream().write('\n');
      program.getOutputStream().flush();
      if (!program.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || program.exitValue() != 0) {
        throw new IOException(
            "the truth program did not end well; see " + directory.resolve("program.log"));
      }
    } finally {
      program.destroyForcibly();
    }
    Profile profile = ProfileReader.read(profileFile);
    return new RecordedRun(
        configuration,
        profile,
        Findings.of(profile, Grouping.CONTEXT),
        new JsonMapper().readValue(truthFile.toFile(), TruthReport.class));
  }

  private static List<String> command(Class<?> main, Configuration configuration, Path truthFile) {
    List<String> command = new ArrayList<>();
    command.add(configuration.jdk().java());
    command.add("-XX:+Use" + configuration.collector() + "GC");
    // A small young generation, so that a few seconds see dozens of collections.
    command.addAll(List.of("-Xmx512m", "-Xmn24m", "-XX:+EnableDynamicAgentLoading"));
    command.addAll(List.of("-cp", Jdk.classPath(), main.getName()));
    command.addAll(List.of("--threads", Integer.toString(configuration.threads())));
    command.addAll(List.of("--seed", Long.toString(configuration.seed())));
    command.addAll(List.of("--seconds", "0", "--out", truthFile.toString()));
    return command;
  }
}
