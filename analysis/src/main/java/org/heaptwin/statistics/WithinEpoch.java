package org.heaptwin.statistics;

import java.util.TreeMap;

/**
 * Contents that can be compared only within one epoch of the heap, such as those that hold
 * references.
 *
 * <p>A_within = sum_e a_e / sum_e n_e with a_e = sum_g n_eg (n_eg - 1) / (n_e - 1), over epochs
 * with n_e >= 2: epochs count by their objects, not by their pairs. The interval takes epochs as
 * clusters ({@link KornGraubard}) and no more than n/2 independent pairs.
 *
 * <p>What it supports: A_within <= mean over epochs of the epoch's largest share <= sqrt(A_within),
 * because A_e <= p_max,e <= sqrt(A_e) in each epoch and by Jensen. It says nothing from below about
 * the largest share of the whole recording.
 */
public final class WithinEpoch {
  private WithinEpoch() {}

  /**
   * Mean over epochs of the chance that two objects of the epoch are equal; no ends with fewer than
   * five epochs.
   */
  public static Estimate identity(int[] group, int[] epoch, double error, String source) {
    TreeMap<Integer, TreeMap<Integer, Integer>> counts = new TreeMap<>();
    for (int i = 0; i < group.length; i++) {
      counts.computeIfAbsent(epoch[i], number -> new TreeMap<>()).merge(group[i], 1, Integer::sum);
    }
    double[] sums = new double[counts.size()];
    double[] sizes = new double[counts.size()];
    int clusters = 0;
    for (TreeMap<Integer, Integer> contents : counts.values()) {
      double size = 0;
      double pairs = 0;
      for (int count : contents.values()) {
        size += count;
        pairs += count * (count - 1.0);
      }
      if (size >= 2) {
        sums[clusters] = pairs / (size - 1);
        sizes[clusters] = size;
        clusters++;
      }
    }
    return ratio(sums, sizes, clusters, error, source);
  }

  private static Estimate ratio(
      double[] sums, double[] sizes, int clusters, double error, String source) {
    double sum = 0;
    double size = 0;
    for (int k = 0; k < clusters; k++) {
      sum += sums[k];
      size += sizes[k];
    }
    if (size == 0) {
      return Estimate.unknown(source);
    }
    double[] without = new double[clusters];
    for (int k = 0; k < clusters; k++) {
      without[k] = clusters == 1 ? 0 : (sum - sums[k]) / (size - sizes[k]);
    }
    return KornGraubard.estimate(Math.min(1, sum / size), size / 2, without, error, source);
  }

  /** Bounds for the mean over epochs of the epoch's largest share, from {@link #identity}. */
  public static Estimate largestShare(Estimate identity, String source) {
    if (identity.low() == null) {
      return Estimate.unknown(source);
    }
    return new Estimate(null, identity.low(), Math.sqrt(identity.high()), identity.level(), source);
  }
}
