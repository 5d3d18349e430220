package org.heaptwin.bench.overhead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.bench.programs.Program;
import org.heaptwin.bench.programs.ProgramCatalogue;
import picocli.CommandLine;

/**
 * Measures what watching costs whole programs: {@code OverheadHarness [--programs a,b] [--jdks
 * 17,25] [--modes off,attach] [--rounds n] [--seconds s]}. One run is all modes of all programs on
 * all JDKs, round by round and each round in another order; every run is compared with the
 * unwatched one of its round. A run before the first round, which does not count, says how much
 * work a program does. Exit code 1 when a run failed.
 */
public final class OverheadHarness {
  private final Plan plan;
  private final List<Program> programs;
  private final Map<Integer, Jdk> jdks;
  private final MeasuredRun measuredRun;
  private final RunFile file;
  private final Map<String, Integer> work = new HashMap<>();
  private final List<String> failures = new ArrayList<>();

  private OverheadHarness(
      Plan plan,
      List<Program> programs,
      Map<Integer, Jdk> jdks,
      MeasuredRun measuredRun,
      RunFile file) {
    this.plan = plan;
    this.programs = programs;
    this.jdks = jdks;
    this.measuredRun = measuredRun;
    this.file = file;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    HeaptwinCommand heaptwin = HeaptwinCommand.ofWorkingCopy();
    Path bench = heaptwin.root().resolve("build/bench");
    List<Program> real = new ProgramCatalogue(heaptwin.root(), bench.resolve("programs")).all();
    Program allocating = new Allocating(bench.resolve("programs/allocating"));
    Plan plan = CommandLine.populateCommand(new Plan(), arguments);
    plan.complete(real.stream().map(Program::name).toList(), List.of(allocating.name()));
    if (plan.earlier != null) {
      System.out.print(OverheadTable.of(new RunFile(plan.earlier).read()));
      return;
    }
    Path directory = Files.createDirectories(bench.resolve("overhead"));
    RunFile file = new RunFile(bench.resolve("overhead.jsonl"));
    WatchedCommand commands =
        new WatchedCommand(heaptwin, AsyncProfilerLibrary.copyTo(directory), directory);
    OverheadHarness harness =
        new OverheadHarness(
            plan,
            plan.programs.stream().map(name -> named(name, real).orElse(allocating)).toList(),
            Jdk.installed(),
            new MeasuredRun(heaptwin, commands, directory),
            file);
    file.clear();
    harness.measure();
    System.out.print(OverheadTable.of(file.read()));
    harness.failures.forEach(System.out::println);
    System.exit(harness.failures.isEmpty() ? 0 : 1);
  }

  private static Optional<Program> named(String name, List<Program> programs) {
    return programs.stream().filter(program -> program.name().equals(name)).findFirst();
  }

  private void measure() throws IOException, InterruptedException {
    for (int feature : plan.jdks) {
      if (!jdks.containsKey(feature)) {
        throw new IOException("there is no JDK " + feature + "; give --jdks, of " + jdks.keySet());
      }
    }
    for (Program program : programs) {
      program.prepare();
    }
    for (int round = 0; round < plan.rounds; round++) {
      for (Program program : programs) {
        for (int feature : plan.jdks) {
          round(program, jdks.get(feature), round);
        }
      }
    }
  }

  private void round(Program program, Jdk jdk, int round) throws IOException, InterruptedException {
    String name = program.name() + ", JDK " + jdk.feature();
    for (Mode mode : RoundOrder.of(plan.modes, round)) {
      String what = name + ", " + mode + ", round " + (round + 1) + " of " + plan.rounds;
      try {
        Run run = measuredRun.of(program, jdk, mode, round, work(name, program, jdk));
        file.append(run);
        System.out.printf(Locale.ROOT, "%s: %.2f s%n", what, run.cost().wallSeconds());
      } catch (IOException failed) {
        // One of several hundred runs; the others are worth their hours.
        failures.add(what + " FAILED: " + failed.getMessage());
        System.out.println(failures.get(failures.size() - 1));
      }
    }
  }

  private int work(String name, Program program, Jdk jdk) throws IOException, InterruptedException {
    if (!work.containsKey(name)) {
      Run trial = measuredRun.of(program, jdk, Mode.OFF, -1, program.usualRounds());
      work.put(name, rounds(trial, plan.seconds));
    }
    return work.get(name);
  }

  /**
   * So many rounds of work as take about so long. Start and warm-up are taken for work, so the time
   * is met roughly; that all runs do the same is what counts.
   */
  static int rounds(Run trial, double seconds) {
    return Math.max(1, (int) Math.round(trial.work() * seconds / trial.cost().wallSeconds()));
  }
}
