package org.heaptwin.statistics;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lower bound of the duplicate share from runs of consecutive objects, by sample splitting over
 * runs.
 *
 * <p>{@link SeenMass} with runs in the place of the test half. Seen are the contents of sampled
 * objects and those of the even-numbered runs; the share of the odd-numbered runs' weight whose
 * content is among them estimates the seen contents' mass. Objects of a run are neighbours, so runs
 * are the units ({@link KornGraubard}). Every object of a seen content beyond the first is a
 * duplicate, so
 *
 * <pre>
 * dup_low = lower end of the mass - (one object of each seen content) / (all objects), never below 0.
 * </pre>
 *
 * <p>A burst gives a hundred objects of a context for the price of a few sampled ones, so this sees
 * copies that are met again and again, but lie further apart than a run is long and in too many
 * groups for the sample. Like the curve it covers as long as runs start at random.
 */
public final class RunMass {
  /** With fewer there is no bound: each half needs five. */
  public static final int LEAST_WINDOWS = 2 * KornGraubard.LEAST_CLUSTERS;

  private RunMass() {}

  /**
   * Consecutive objects of one context in one thread.
   *
   * @param group content numbers, common to all windows and to what was sampled
   * @param own bytes, or 1 to count objects
   */
  @SuppressWarnings("ArrayRecordComponent") // thousands of numbers; never compared
  public record Window(int[] group, double[] own) {}

  /**
   * Lower end of the duplicate share at one-sided error {@code error}; 0 when either half has fewer
   * than five windows.
   *
   * @param windows in any order that has nothing to do with their contents
   * @param sampled contents that were seen elsewhere, and the weight of one object of each
   * @param total lower end of the total in the unit of the weights
   * @param lost share of the windows of which nothing could be read: they count as unique
   */
  public static double low(
      List<Window> windows, Map<Integer, Double> sampled, double total, double lost, double error) {
    Map<Integer, Double> seen = new HashMap<>(sampled);
    for (int k = 0; k < windows.size(); k += 2) {
      Window window = windows.get(k);
      for (int i = 0; i < window.group().length; i++) {
        seen.merge(window.group()[i], window.own()[i], Math::max);
      }
    }
    int tested = windows.size() / 2;
    if (tested < KornGraubard.LEAST_CLUSTERS || total <= 0) {
      return 0;
    }
    double mass = (1 - lost) * massLow(windows, seen, tested, error);
    double firsts = seen.values().stream().mapToDouble(Double::doubleValue).sum();
    return Math.max(0, mass - firsts / total);
  }

  private static double massLow(
      List<Window> windows, Map<Integer, Double> seen, int tested, double error) {
    double[] hits = new double[tested];
    double[] all = new double[tested];
    double members = 0;
    for (int k = 0; k < tested; k++) {
      Window window = windows.get(2 * k + 1);
      for (int i = 0; i < window.group().length; i++) {
        all[k] += window.own()[i];
        hits[k] += seen.containsKey(window.group()[i]) ? window.own()[i] : 0;
      }
      members += window.group().length;
    }
    double hit = sum(hits);
    double weight = sum(all);
    double[] without = new double[tested];
    for (int k = 0; k < tested; k++) {
      double rest = weight - all[k];
      without[k] = rest <= 0 ? 0 : (hit - hits[k]) / rest;
    }
    Double low = KornGraubard.estimate(hit / weight, members, without, error, "").low();
    return low == null ? 0 : low;
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }
}
