package org.heaptwin.statistics;

import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * When an observed coverage is significantly below its nominal level.
 *
 * <p>An interval that covers exactly 95 % falls below 95 % in half of all experiments. So the
 * number of covered cases is compared with the 1 % point of Bin(N, level): a correct interval fails
 * with probability below 0.01.
 */
public final class CoverageCriterion {
  private CoverageCriterion() {}

  /** Fewest covered cases among {@code cases} that do not contradict {@code level}. */
  public static int fewestCovered(int cases, double level) {
    return new BinomialDistribution(null, cases, level).inverseCumulativeProbability(0.01);
  }
}
