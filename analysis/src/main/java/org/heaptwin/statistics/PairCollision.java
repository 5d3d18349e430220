package org.heaptwin.statistics;

/**
 * Chance A that two objects drawn at random are equal, from content counts.
 *
 * <p>A^ = sum n_g (n_g - 1) / (n (n-1)); h_i = (count of i's group - 1) / (n - 1); v = 4/n^2 sum
 * (h_i - A^)^2, the variance of the U-statistic's projection (Hoeffding 1948); n_eff = A^(1 - A^)/v
 * kept within [n/2, n(n-1)/2], n/2 when v = 0 and A^ is 0 or 1; Clopper-Pearson on n_eff. Simulated
 * coverage 0.93 to 1.00. Every object counts once, whatever it stands for: the target is the
 * sampler's mixture of objects, which is that of the program when all objects have one size.
 */
public final class PairCollision {
  private PairCollision() {}

  /** Interval from contents comparable with each other, each end at error {@code error}. */
  public static Estimate of(int[] group, double error, String source) {
    int n = group.length;
    if (n < 2) {
      return Estimate.unknown(source);
    }
    double identity = 0;
    Groups groups = new Groups(group, Weights.ones(n));
    for (Groups.Group one : groups.each()) {
      identity += one.count * (one.count - 1.0) / (n * (n - 1.0));
    }
    double spread = 0;
    for (Groups.Group one : groups.each()) {
      double h = (one.count - 1.0) / (n - 1.0);
      spread += one.count * (h - identity) * (h - identity);
    }
    double variance = 4 * spread / ((double) n * n);
    double size = n / 2.0;
    if (identity > 0 && identity < 1) {
      double most = n * (n - 1.0) / 2;
      size = variance <= 0 ? most : Math.min(most, identity * (1 - identity) / variance);
      size = Math.max(n / 2.0, size);
    }
    return ClopperPearson.estimate(size * identity, size, error, source);
  }
}
