package org.heaptwin.bench.coverage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.heaptwin.bench.coverage.Judgement.Outcome;
import org.heaptwin.statistics.CoverageCriterion;

/**
 * Coverage of allocation totals, and how far the estimates and the events are from the truth, by
 * JDK, collector and interval.
 */
final class TotalsTable {
  private static final double LEVEL = 0.95;

  /**
   * Events of a row may be this many standard deviations from the rule's expectation; each of a
   * dozen rows exceeds it by chance once in a thousand.
   */
  private static final double LARGEST_DEVIATION = 3.29;

  private final Map<Key, List<TotalsJudge.Total>> rows = new TreeMap<>();

  /** What is pooled in one row. */
  record Key(int jdk, String collector, String interval) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      return Comparator.comparingInt(Key::jdk)
          .thenComparing(Key::collector)
          .thenComparing(Key::interval)
          .compare(this, other);
    }

    /** The sampler keeps its rule on this JDK, so that its events can be held against it. */
    boolean exactSampler() {
      return jdk >= 25;
    }

    @Override
    public String toString() {
      return "JDK " + jdk + " " + collector + " " + interval;
    }
  }

  /** Covered among the given intervals; thinly sampled threads have none. */
  record Coverage(int covered, int claimed) {
    int required() {
      return claimed == 0 ? 0 : CoverageCriterion.fewestCovered(claimed, LEVEL);
    }

    boolean passes() {
      return covered >= required();
    }

    @Override
    public String toString() {
      return covered + "/" + claimed + " (" + required() + ")";
    }
  }

  void add(Key key, List<TotalsJudge.Total> totals) {
    rows.computeIfAbsent(key, unused -> new ArrayList<>()).addAll(totals);
  }

  /** Coverage of all intervals of one kind on the JDKs that are chosen. */
  Coverage coverage(String kind, Predicate<Key> chosen) {
    List<Outcome> outcomes =
        rows.entrySet().stream()
            .filter(row -> chosen.test(row.getKey()))
            .flatMap(row -> row.getValue().stream())
            .filter(total -> total.judgement().quantity().equals(kind))
            .map(total -> total.judgement().outcome())
            .filter(outcome -> outcome != Outcome.ABSENT)
            .toList();
    int covered = (int) outcomes.stream().filter(outcome -> outcome == Outcome.COVERED).count();
    return new Coverage(covered, outcomes.size());
  }

  /** Standard deviations between events and expectation; null where the rule does not say. */
  Double deviation(Key key) {
    List<TotalsJudge.Events> known =
        rows.get(key).stream()
            .map(TotalsJudge.Total::events)
            .filter(events -> events != null)
            .toList();
    double variance = known.stream().mapToDouble(TotalsJudge.Events::variance).sum();
    double excess = known.stream().mapToDouble(e -> e.observed() - e.expected()).sum();
    return variance == 0 ? null : excess / Math.sqrt(variance);
  }

  /** Whether the events agree with the rule, where the sampler is known to keep it. */
  boolean eventsPass(Key key) {
    Double deviation = deviation(key);
    return !key.exactSampler() || deviation == null || Math.abs(deviation) <= LARGEST_DEVIATION;
  }

  /** Names of the rows that contradict the level or the sampler's rule. */
  List<String> failures() {
    List<String> failures = new ArrayList<>();
    for (Key key : rows.keySet()) {
      for (String kind : List.of("thread", "context")) {
        Coverage coverage = coverage(kind, key::equals);
        if (!coverage.passes()) {
          failures.add(key + ": intervals by " + kind + " cover " + coverage);
        }
      }
      if (!eventsPass(key)) {
        failures.add(key + ": events are " + deviation(key) + " standard deviations off");
      }
    }
    return failures;
  }

  /** One row for each JDK, collector and interval, as Markdown. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        | JDK | collector | interval | by thread: covered/of (needed) | by context: covered/of (needed) \
        | mean ratio, threads (range) | mean ratio, contexts up to 4 KB / 64 KB / 1 and 4 MB / mixed \
        | events, deviation |
        |---|---|---|---|---|---|---|---|
        """);
    for (Key key : rows.keySet()) {
      Double deviation = deviation(key);
      text.append(
          String.format(
              Locale.ROOT,
              "| %d | %s | %s | %s | %s | %s | %s / %s / %s / %s | %s |%n",
              key.jdk(),
              key.collector(),
              key.interval(),
              coverage("thread", key::equals),
              coverage("context", key::equals),
              range(key),
              ratio(key, "tinyObjects", "arrayOf256", "arrayOf4K"),
              ratio(key, "arrayOf64K"),
              ratio(key, "arrayOf1M", "arrayOf4M"),
              ratio(key, "mixedSizes"),
              deviation == null ? "" : String.format(Locale.ROOT, "%+.1f", deviation)));
    }
    return text.toString();
  }

  /** Mean of the threads' ratios, which is the sampler's inflation, and its range. */
  private String range(Key key) {
    double[] ratios =
        rows.get(key).stream()
            .filter(total -> total.judgement().quantity().equals("thread"))
            .filter(total -> total.judgement().outcome() != Outcome.ABSENT)
            .mapToDouble(TotalsJudge.Total::ratio)
            .sorted()
            .toArray();
    if (ratios.length == 0) {
      return "";
    }
    double mean = java.util.Arrays.stream(ratios).average().orElseThrow();
    return String.format(
        Locale.ROOT, "%.3f (%.2f to %.2f)", mean, ratios[0], ratios[ratios.length - 1]);
  }

  /** Estimates over truths of some contexts, weighted by the truths. */
  private String ratio(Key key, String... contexts) {
    List<String> names = List.of(contexts);
    double truth = 0;
    double estimate = 0;
    for (TotalsJudge.Total total : rows.get(key)) {
      if (names.contains(total.judgement().context())) {
        truth += total.judgement().truth();
        estimate += total.ratio() * total.judgement().truth();
      }
    }
    return truth == 0 ? "" : String.format(Locale.ROOT, "%.2f", estimate / truth);
  }
}
