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
 * Records the truth program under every JDK, collector and number of threads, and judges heaptwin's
 * intervals: {@code TruthHarness [--runs rounds] [--seconds seconds]}. Exit code 0 when no coverage
 * is too low and nothing contradicts the truth, 1 otherwise.
 */
public final class TruthHarness {
  /** Fewest runs for which a context is judged by itself. */
  private static final int RUNS_FOR_ONE_CONTEXT = 20;

  private final HeaptwinCommand heaptwin;
  private final Path directory;
  private final double seconds;
  private final CoverageTable table = new CoverageTable();
  private final List<Judgement> judgements = new ArrayList<>();
  private final List<String> contradictions = new ArrayList<>();

  /**
   * @param directory for the files of the runs
   * @param seconds length of each recording
   */
  TruthHarness(HeaptwinCommand heaptwin, Path directory, double seconds) {
    this.heaptwin = heaptwin;
    this.directory = directory;
    this.seconds = seconds;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    int runs = 5;
    double seconds = 10;
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      switch (arguments[i]) {
        case "--runs" -> runs = Integer.parseInt(arguments[i + 1]);
        case "--seconds" -> seconds = Double.parseDouble(arguments[i + 1]);
        default -> throw new IllegalArgumentException("unknown option " + arguments[i]);
      }
    }
    Map<Integer, Jdk> jdks = Jdk.installed();
    jdks.keySet().retainAll(List.of(17, 25));
    HeaptwinCommand heaptwin = HeaptwinCommand.ofWorkingCopy();
    Path directory = heaptwin.root().resolve("build/bench/truth");
    TruthHarness harness = new TruthHarness(heaptwin, directory, seconds);
    List<Configuration> matrix = Configuration.matrix(jdks.values(), runs);
    System.out.println(matrix.size() + " runs of " + seconds + " s on JDK " + jdks.keySet());
    for (Configuration configuration : matrix) {
      harness.run(configuration);
    }
    harness.write(directory.resolve("judgements.json"));
    System.out.println(harness.report(matrix.size()));
    System.exit(harness.passes(matrix.size()) ? 0 : 1);
  }

  /**
   * Runs and judges one configuration. A run that fails counts as a contradiction: it must not
   * vanish from the coverage.
   */
  void run(Configuration configuration) throws InterruptedException {
    String name = configuration.toString().replaceAll("\\W+", "-");
    try {
      Judge.Verdict verdict =
          Judge.judge(RecordedRun.of(configuration, seconds, directory.resolve(name), heaptwin));
      verdict.judgements().forEach(table::add);
      judgements.addAll(verdict.judgements());
      contradictions.addAll(verdict.contradictions());
      System.out.println(configuration + ": " + summary(verdict));
    } catch (IOException | RuntimeException failure) {
      contradictions.add(configuration + ": " + failure.getMessage());
      System.out.println(configuration + ": failed, " + failure.getMessage());
    }
  }

  CoverageTable table() {
    return table;
  }

  List<String> contradictions() {
    return contradictions;
  }

  /** The coverage table, what contradicts the truth, and the verdict in the last line. */
  String report(int runs) {
    StringBuilder text = new StringBuilder(CoverageTable.text(judged(runs)));
    contradictions.forEach(
        contradiction -> text.append("contradiction: ").append(contradiction).append('\n'));
    long tooLow = judged(runs).stream().filter(row -> !row.passes()).count();
    text.append(passes(runs) ? "verdict: passed" : "verdict: FAILED")
        .append(" (")
        .append(tooLow)
        .append(" coverages too low, ")
        .append(contradictions.size())
        .append(" contradictions, ")
        .append(runs)
        .append(" runs)");
    return text.toString();
  }

  boolean passes(int runs) {
    return contradictions.isEmpty()
        && !judgements.isEmpty()
        && judged(runs).stream().allMatch(CoverageTable.Row::passes);
  }

  private List<CoverageTable.Row> judged(int runs) {
    return runs >= RUNS_FOR_ONE_CONTEXT ? table.all() : table.pooled();
  }

  private void write(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    new JsonMapper().writeValue(file.toFile(), judgements);
    System.out.println("every judgement: " + file);
  }

  private static String summary(Judge.Verdict verdict) {
    long missed =
        verdict.judgements().stream().filter(j -> j.outcome() == Judgement.Outcome.MISSED).count();
    return verdict.judgements().size()
        + " intervals, "
        + missed
        + " missed, "
        + verdict.contradictions().size()
        + " contradictions";
  }
}
