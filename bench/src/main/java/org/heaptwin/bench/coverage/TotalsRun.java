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
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.bench.survival.LoadedAgent;
import org.heaptwin.bench.truth.AllocationTotalsProgram;
import org.heaptwin.bench.truth.TruthReport;
import org.heaptwin.findings.Findings;
import org.heaptwin.findings.Grouping;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.ProfileReader;

/**
 * The program of allocation totals, recorded. The recording begins before the first object that is
 * counted and ends after the last one, so the program's counts are exact for the recording, whether
 * the agent came with the VM or was attached.
 */
record TotalsRun(
    TotalsConfiguration configuration, Profile profile, Findings findings, TruthReport truth) {
  private static final String TRUTH = "truth.json";
  private static final String PROFILE = "totals.htprof";
  private static final long PATIENCE_SECONDS = 60;

  /** Rounds a second of all threads; allocates about 120 MB/s. */
  private static final int PACE = 400_000;

  /** Runs, records and reads. {@code directory} is kept. */
  static TotalsRun of(
      TotalsConfiguration configuration, double seconds, Path directory, Path library)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Path truthFile = directory.resolve(TRUTH);
    Path profileFile = directory.resolve(PROFILE);
    Path log = directory.resolve("program.log");
    Files.deleteIfExists(profileFile);
    Process program =
        new ProcessBuilder(command(configuration, seconds, truthFile, profileFile, library))
            .redirectError(log.toFile())
            .start();
    try (BufferedReader output = program.inputReader(StandardCharsets.UTF_8)) {
      await("ready", output, log);
      LoadedAgent agent = new LoadedAgent(program.pid(), library, directory);
      if (!configuration.fromStart()) {
        require(agent.start(profileFile, options(configuration).toArray(String[]::new)));
      }
      sendLine(program);
      await("counted", output, log);
      if (!configuration.fromStart()) {
        require(agent.stop());
      }
      sendLine(program);
      if (!program.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || program.exitValue() != 0) {
        throw new IOException("the program did not end well; see " + log);
      }
    } finally {
      program.destroyForcibly();
    }
    return read(configuration, directory);
  }

  /** Reads what an earlier run left in {@code directory}. */
  static TotalsRun read(TotalsConfiguration configuration, Path directory) throws IOException {
    Profile profile = ProfileReader.read(directory.resolve(PROFILE));
    return new TotalsRun(
        configuration,
        profile,
        Findings.of(profile, Grouping.CONTEXT),
        new JsonMapper().readValue(directory.resolve(TRUTH).toFile(), TruthReport.class));
  }

  private static void await(String line, BufferedReader output, Path log) throws IOException {
    String read = output.readLine();
    if (!line.equals(read)) {
      throw new IOException("the program said " + read + " instead of " + line + "; see " + log);
    }
  }

  private static void sendLine(Process program) throws IOException {
    program.getOutputStream().write('\n');
    program.getOutputStream().flush();
  }

  private static void require(LoadedAgent.Answer answer) throws IOException {
    if (!answer.ok()) {
      throw new IOException("the agent answered " + answer);
    }
  }

  /** Allocation alone is judged, so accesses are not sampled. */
  private static List<String> options(TotalsConfiguration configuration) {
    List<String> options = new ArrayList<>(List.of("bursts=on", "access=off", "watch=off"));
    if (configuration.interval() != null) {
      options.add("interval=" + configuration.interval());
    }
    options.add("seed=" + configuration.seed());
    return options;
  }

  private static List<String> command(
      TotalsConfiguration configuration,
      double seconds,
      Path truthFile,
      Path profileFile,
      Path library) {
    List<String> command = new ArrayList<>();
    command.add(configuration.jdk().java());
    command.add("-XX:+Use" + configuration.collector() + "GC");
    // A small young generation, so that a few seconds see dozens of collections.
    command.addAll(List.of("-Xmx512m", "-Xmn24m", "-XX:+EnableDynamicAgentLoading"));
    if (configuration.fromStart()) {
      String options = String.join(",", options(configuration));
      command.add("-agentpath:" + library + "=start,file=" + profileFile + "," + options);
    }
    command.addAll(List.of("-cp", Jdk.classPath(), AllocationTotalsProgram.class.getName()));
    command.addAll(List.of("--threads", Integer.toString(configuration.threads())));
    command.addAll(List.of("--seed", Long.toString(configuration.seed())));
    command.addAll(List.of("--pace", Integer.toString(PACE), "--held", "true"));
    command.addAll(List.of("--seconds", Double.toString(seconds), "--out", truthFile.toString()));
    return command;
  }
}
