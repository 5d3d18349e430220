package org.heaptwin.bench.jmh;

import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * What one operation takes: mean of independent measurements, and its 95 % interval by Student's t.
 *
 * @param measurements how many; with less than two the ends of the interval are null
 */
record Cost(String name, double nanos, Double low, Double high, long measurements) {
  private static final double UPPER_TAIL = 0.975;

  /**
   * Summarises measurements.
   *
   * @param values nanoseconds per operation, at least one
   */
  static Cost of(String name, double[] values) {
    SummaryStatistics statistics = new SummaryStatistics();
    for (double value : values) {
      statistics.addValue(value);
    }
    double mean = statistics.getMean();
    if (values.length < 2) {
      return new Cost(name, mean, null, null, values.length);
    }
    double half =
        new TDistribution(values.length - 1.0).inverseCumulativeProbability(UPPER_TAIL)
            * statistics.getStandardDeviation()
            / Math.sqrt(values.length);
    return new Cost(name, mean, mean - half, mean + half, values.length);
  }
}
