package org.heaptwin.statistics;

/**
 * Interval of a share estimated from clusters whose members resemble each other (bursts, epochs).
 *
 * <p>The clusters are left out one at a time; v = (K-1)/K sum (share_(-k) - mean)^2; n_eff = min(n,
 * share (1 - share) / v * (z / t_{K-1})^2), K when the share is 0 or 1; then Clopper-Pearson on
 * n_eff. Source: Korn and Graubard, Survey Methodology 24 (1998), with the delete-one jackknife
 * variance. Covers the share of the population that the clusters are a random sample of.
 */
final class KornGraubard {
  /** With fewer clusters there is no interval. */
  static final int LEAST_CLUSTERS = 5;

  private KornGraubard() {}

  /**
   * Effective number of independent members.
   *
   * @param members number of members in all clusters
   * @param leaveOneOut the share without each cluster in turn
   * @param error one-sided error of the interval that is to be built
   */
  static double effectiveSize(double share, double members, double[] leaveOneOut, double error) {
    int clusters = leaveOneOut.length;
    if (share <= 0 || share >= 1) {
      return Math.min(members, clusters);
    }
    double mean = 0;
    for (double value : leaveOneOut) {
      mean += value / clusters;
    }
    double squares = 0;
    for (double value : leaveOneOut) {
      squares += (value - mean) * (value - mean);
    }
    double variance = squares * (clusters - 1) / clusters;
    if (variance <= 0) {
      return members;
    }
    double ratio = Quantiles.normal(1 - error) / Quantiles.student(1 - error, clusters - 1.0);
    return Math.min(members, share * (1 - share) / variance * ratio * ratio);
  }

  /** Interval around {@code share}, without ends when there are fewer than five clusters. */
  static Estimate estimate(
      double share, double members, double[] leaveOneOut, double error, String source) {
    if (leaveOneOut.length < LEAST_CLUSTERS) {
      return new Estimate(share, null, null, null, source);
    }
    double size = effectiveSize(share, members, leaveOneOut, error);
    Estimate interval = ClopperPearson.estimate(size * share, size, error, source);
    return new Estimate(share, interval.low(), interval.high(), interval.level(), source);
  }
}
