package org.heaptwin.bench.coverage;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;

/**
 * Records the program of allocation totals under every JDK, collector, interval, number of threads
 * and way to load the agent, and judges the totals by thread and by context: {@code TotalsHarness
 * [--runs rounds] [--seconds seconds] [--only "JDK 17 G1"]}, the last for configurations whose name
 * contains it. Exit code 0 when no coverage is too low and nothing contradicts the truth, 1
 * otherwise.
 */
public final class TotalsHarness {
  private final Path library;
  private final Path directory;
  private final double seconds;
  private final TotalsTable table = new TotalsTable();
  private final List<TotalsJudge.Total> totals = new ArrayList<>();
  private final List<String> contradictions = new ArrayList<>();

  /**
   * @param library libheaptwin.so
   * @param directory for the files of the runs
   * @param seconds how long the program allocates in each run; 0 judges the files that earlier runs
   *     left
   */
  TotalsHarness(Path library, Path directory, double seconds) {
    this.library = library;
    this.directory = directory;
    this.seconds = seconds;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    int runs = 1;
    double seconds = 4;
    String only = "";
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      switch (arguments[i]) {
        case "--runs" -> runs = Integer.parseInt(arguments[i + 1]);
        case "--seconds" -> seconds = Double.parseDouble(arguments[i + 1]);
        case "--only" -> only = arguments[i + 1];
        default -> throw new IllegalArgumentException("unknown option " + arguments[i]);
      }
    }
    Map<Integer, Jdk> jdks = Jdk.installed();
    jdks.keySet().retainAll(List.of(17, 25));
    Path root = HeaptwinCommand.ofWorkingCopy().root();
    Path directory = root.resolve("build/bench/totals");
    TotalsHarness harness =
        new TotalsHarness(root.resolve("build/lib/libheaptwin.so"), directory, seconds);
    List<TotalsConfiguration> matrix = TotalsConfiguration.matrix(jdks.values(), runs);
    String part = only;
    matrix.removeIf(configuration -> !configuration.toString().contains(part));
    System.out.println(matrix.size() + " runs of " + seconds + " s on JDK " + jdks.keySet());
    for (TotalsConfiguration configuration : matrix) {
      harness.run(configuration);
    }
    Files.createDirectories(directory);
    new JsonMapper().writeValue(directory.resolve("totals.json").toFile(), harness.totals);
    System.out.println(harness.report());
    System.exit(harness.failures().isEmpty() ? 0 : 1);
  }

  /** Runs and judges one configuration. A run that fails counts as a contradiction. */
  void run(TotalsConfiguration configuration) throws InterruptedException {
    String name = configuration.toString().replaceAll("\\W+", "-");
    try {
      TotalsJudge.Verdict verdict =
          TotalsJudge.judge(
              seconds > 0
                  ? TotalsRun.of(configuration, seconds, directory.resolve(name), library)
                  : TotalsRun.read(configuration, directory.resolve(name)));
      table.add(configuration.key(), verdict.totals());
      totals.addAll(verdict.totals());
      contradictions.addAll(verdict.contradictions());
    } catch (IOException | RuntimeException failure) {
      contradictions.add(configuration + ": " + failure);
    }
  }

  TotalsTable table() {
    return table;
  }

  List<String> contradictions() {
    return contradictions;
  }

  /** Coverages that are too low and contradictions. */
  List<String> failures() {
    List<String> failures = new ArrayList<>(table.failures());
    failures.addAll(contradictions);
    if (totals.isEmpty()) {
      failures.add("nothing was judged");
    }
    return failures;
  }

  /** The table, what is wrong, and the verdict in the last line. */
  String report() {
    StringBuilder text = new StringBuilder(table.text());
    failures().forEach(failure -> text.append("wrong: ").append(failure).append('\n'));
    return text.append(failures().isEmpty() ? "verdict: passed" : "verdict: FAILED").toString();
  }
}
