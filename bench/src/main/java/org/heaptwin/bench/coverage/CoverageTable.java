package org.heaptwin.bench.coverage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.heaptwin.bench.coverage.Judgement.Outcome;

/**
 * Counts how often intervals covered, by quantity and context, and decides whether that contradicts
 * their level.
 *
 * <p>An interval that covers exactly 95 % of the time falls below 95 % in half of all experiments,
 * so the count is compared with a low point of Bin(N, 0.95). Each context is judged by itself
 * beside the pool of all, because easy contexts hide a hard one. Intervals that were not given are
 * counted apart: they claim nothing.
 */
public final class CoverageTable {
  static final double LEVEL = 0.95;

  /** Name under which the contexts of a quantity are pooled; sorts before any of them. */
  static final String POOLED = "(all)";

  private static final double POOLED_ERROR = 0.01;

  /**
   * A context fails by chance a little more often than the pool: at this error 50 runs ask for 44.
   */
  private static final double CONTEXT_ERROR = 0.0125;

  private final Map<String, Map<String, Row>> rows = new TreeMap<>();

  /** Covered, missed and absent intervals of one quantity in one context. */
  public record Row(String quantity, String context, int covered, int missed, int absent) {
    public int claimed() {
      return covered + missed;
    }

    public int required() {
      return fewestCovered(claimed(), context.equals(POOLED) ? POOLED_ERROR : CONTEXT_ERROR);
    }

    public boolean passes() {
      return covered >= required();
    }

    private Row plus(Outcome outcome) {
      return switch (outcome) {
        case COVERED -> new Row(quantity, context, covered + 1, missed, absent);
        case MISSED -> new Row(quantity, context, covered, missed + 1, absent);
        case ABSENT -> new Row(quantity, context, covered, missed, absent + 1);
      };
    }
  }

  public void add(Judgement judgement) {
    count(judgement.quantity(), judgement.context(), judgement.outcome());
    count(judgement.quantity(), POOLED, judgement.outcome());
  }

  /** Pooled rows, one for each quantity. */
  public List<Row> pooled() {
    return rows.values().stream().map(contexts -> contexts.get(POOLED)).toList();
  }

  /** All rows by quantity, the pooled one first. */
  public List<Row> all() {
    List<Row> all = new ArrayList<>();
    rows.values().forEach(contexts -> all.addAll(contexts.values()));
    return all;
  }

  /**
   * The table as text.
   *
   * @param shown which rows
   */
  public static String text(List<Row> shown) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%-30s %-18s %8s %8s %8s %8s  %s%n",
            "quantity",
            "context",
            "covered",
            "of",
            "needed",
            "absent",
            ""));
    for (Row row : shown) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-30s %-18s %8d %8d %8d %8d  %s%n",
              row.quantity(),
              row.context(),
              row.covered(),
              row.claimed(),
              row.required(),
              row.absent(),
              row.passes() ? "" : "TOO LOW"));
    }
    return text.toString();
  }

  /**
   * The quantile of Bin({@code cases}, 0.95) at {@code error}: fewer covered cases contradict the
   * level.
   */
  static int fewestCovered(int cases, double error) {
    return new BinomialDistribution(null, cases, LEVEL).inverseCumulativeProbability(error);
  }

  private void count(String quantity, String context, Outcome outcome) {
    rows.computeIfAbsent(quantity, name -> new TreeMap<>())
        .merge(
            context,
            new Row(quantity, context, 0, 0, 0).plus(outcome),
            (before, first) -> before.plus(outcome));
  }
}
