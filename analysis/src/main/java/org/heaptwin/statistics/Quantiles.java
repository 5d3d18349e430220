package org.heaptwin.statistics;

import org.apache.commons.math3.distribution.BetaDistribution;
import org.apache.commons.math3.distribution.GammaDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.special.Beta;

/**
 * The distribution functions that the intervals need, stable for the real and very unequal
 * parameters they use.
 */
final class Quantiles {
  /**
   * Above this shape a gamma quantile is taken from Wilson and Hilferty's cube root, good to 1e-8
   * there.
   */
  private static final double LARGE_SHAPE = 1e6;

  private static final double ACCURACY = 1e-12;

  private Quantiles() {}

  static double beta(double probability, double a, double b) {
    return new BetaDistribution(null, a, b, ACCURACY).inverseCumulativeProbability(probability);
  }

  static double betaCumulative(double x, double a, double b) {
    return x <= 0 ? 0 : x >= 1 ? 1 : Beta.regularizedBeta(x, a, b);
  }

  /**
   * Quantile of the gamma distribution with the given shape and scale 1; Chi2Inv(q; k) = 2 gamma(q,
   * k/2).
   */
  static double gamma(double probability, double shape) {
    if (shape > LARGE_SHAPE) {
      double c = 1 / (9 * shape);
      double root = 1 - c + normal(probability) * Math.sqrt(c);
      return shape * root * root * root;
    }
    return new GammaDistribution(null, shape, 1, ACCURACY)
        .inverseCumulativeProbability(probability);
  }

  static double normal(double probability) {
    return new NormalDistribution(null, 0, 1).inverseCumulativeProbability(probability);
  }

  static double student(double probability, double degrees) {
    return new TDistribution(null, degrees).inverseCumulativeProbability(probability);
  }
}
