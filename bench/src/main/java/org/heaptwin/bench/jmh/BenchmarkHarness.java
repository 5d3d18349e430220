package org.heaptwin.bench.jmh;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * Measures what one operation on the program's threads costs, the Java ones by JMH and the native
 * ones by Google Benchmark, and prints one table: {@code BenchmarkHarness [--repetitions n]
 * [--seconds s]}.
 */
public final class BenchmarkHarness {
  private static final int FORKS = 5;
  private static final int WARM_UPS = 3;
  private static final String ROW = "%-42s %12s %24s %6s%n";

  @Option(names = "--repetitions", description = "Measurements of each benchmark (and JMH fork).")
  int repetitions = 10;

  @Option(names = "--seconds", description = "Time of one measurement, about.")
  double seconds = 0.5;

  @Option(names = "--forks", description = "JVMs for each Java benchmark.")
  int forks = FORKS;

  private BenchmarkHarness() {}

  public static void main(String[] arguments)
      throws IOException, InterruptedException, RunnerException {
    BenchmarkHarness harness = CommandLine.populateCommand(new BenchmarkHarness(), arguments);
    Path root = HeaptwinCommand.ofWorkingCopy().root();
    Path directory = Files.createDirectories(root.resolve("build/bench/jmh"));
    List<Cost> costs = new ArrayList<>(harness.java());
    costs.addAll(
        NativeBenchmarks.run(
            root.resolve("build/native/benchmarks/native_benchmark"),
            directory.resolve("native.json"),
            harness.repetitions,
            harness.seconds));
    System.out.print(text(costs));
    new JsonMapper().writeValue(directory.resolve("costs.json").toFile(), costs);
  }

  private List<Cost> java() throws RunnerException {
    TimeValue time = TimeValue.milliseconds(Math.round(seconds * 1_000));
    return new Runner(
            new OptionsBuilder()
                .include("\\." + ProbeBenchmark.class.getSimpleName() + "\\.")
                .forks(forks)
                .warmupIterations(WARM_UPS)
                .warmupTime(time)
                .measurementIterations(repetitions)
                .measurementTime(time)
                .build())
        .run().stream().map(BenchmarkHarness::cost).toList();
  }

  /** Iterations of one JVM resemble each other, so its mean is one measurement. */
  private static Cost cost(RunResult result) {
    String name = result.getParams().getBenchmark();
    double[] means =
        result.getBenchmarkResults().stream()
            .map(fork -> fork.getIterationResults())
            .mapToDouble(BenchmarkHarness::mean)
            .toArray();
    return Cost.of(name.substring(name.lastIndexOf('.') + 1), means);
  }

  private static double mean(Collection<IterationResult> iterations) {
    return iterations.stream()
        .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
        .average()
        .orElseThrow();
  }

  static String text(List<Cost> costs) {
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, ROW, "operation", "ns", "95 % of mean", "n"));
    for (Cost cost : costs) {
      text.append(
          String.format(
              Locale.ROOT,
              ROW,
              cost.name(),
              number(cost.nanos()),
              cost.low() == null
                  ? "none"
                  : "[" + number(cost.low()) + ", " + number(cost.high()) + "]",
              cost.measurements()));
    }
    return text.toString();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
