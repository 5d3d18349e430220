package org.heaptwin.bench.overhead;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Median of paired ratios with its spread.
 *
 * @param low lower end of the 95 % bootstrap percentile interval of the median (Efron 1979)
 * @param high its upper end
 */
record Ratio(double median, double low, double high, double smallest, double largest) {
  private static final int RESAMPLES = 10_000;
  private static final double ERROR = 0.025;

  /**
   * Summarises ratios of measurements that were taken next to each other.
   *
   * @param ratios at least one
   */
  static Ratio of(double[] ratios) {
    SplittableRandom random = new SplittableRandom(1);
    double[] medians = new double[RESAMPLES];
    double[] resample = new double[ratios.length];
    for (int i = 0; i < RESAMPLES; i++) {
      for (int j = 0; j < resample.length; j++) {
        resample[j] = ratios[random.nextInt(ratios.length)];
      }
      medians[i] = median(resample);
    }
    Arrays.sort(medians);
    return new Ratio(
        median(ratios),
        medians[(int) (RESAMPLES * ERROR)],
        medians[(int) (RESAMPLES * (1 - ERROR)) - 1],
        Arrays.stream(ratios).min().orElseThrow(),
        Arrays.stream(ratios).max().orElseThrow());
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
