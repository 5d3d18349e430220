package org.heaptwin.statistics;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Lower bound of the duplicate share from a thin sample, by sample splitting.
 *
 * <p>The even-numbered objects are the seen half, the odd-numbered ones the test half. The share of
 * the test half whose content occurs in the seen half estimates the seen contents' mass. Every
 * object of a seen content beyond the first is a duplicate, so
 *
 * <pre>
 * dup_low = lower end of the mass - (one object of each seen content) / (all objects), never below 0.
 * </pre>
 *
 * The lower end is Clopper-Pearson's for equal weights and {@link WeightedOdds}' otherwise; all
 * objects is the lower end of the allocated total. There is no upper bound: a thin sample of a
 * context of pairs looks like one of unique objects. Richness estimators (Chao 1984) invent
 * duplicates in unique data and are not used.
 *
 * <p>Contents that are comparable only within an epoch enter with different numbers in different
 * epochs. That splits true groups, so the bound stays a bound.
 */
public final class SeenMass {
  private SeenMass() {}

  /**
   * Lower end of the duplicate share at one-sided error {@code error}.
   *
   * @param group content number per sampled object
   * @param weight what the object stands for, in bytes or in objects
   * @param own the object's own bytes (when weights are bytes) or 1
   * @param total lower end of the total in the unit of the weights
   * @param unseen largest weight of an object that was not seen, for unequal weights
   */
  public static double low(
      int[] group, double[] weight, double[] own, double total, double unseen, double error) {
    if (group.length < 2 || total <= 0) {
      return 0;
    }
    Map<Integer, Double> seen = new HashMap<>();
    for (int i = 0; i < group.length; i += 2) {
      seen.merge(group[i], own[i], Math::max);
    }
    Groups.Group hits = new Groups.Group();
    Groups.Group misses = new Groups.Group();
    for (int i = 1; i < group.length; i += 2) {
      (seen.containsKey(group[i]) ? hits : misses).add(weight[i]);
    }
    boolean equal =
        Arrays.stream(weight).allMatch(w -> Math.abs(w - weight[0]) <= 1e-9 * weight[0]);
    double mass =
        equal
            ? ClopperPearson.low(hits.count, hits.count + misses.count, error)
            : WeightedOdds.low(hits.sum, hits.squares, misses.sum, misses.squares, unseen, error);
    double firsts = seen.values().stream().mapToDouble(Double::doubleValue).sum();
    return Math.max(0, mass - firsts / total);
  }
}
