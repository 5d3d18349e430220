package org.heaptwin.statistics;

/**
 * Ends of the share x / (x + R) of a group among weighted, independently sampled objects.
 *
 * <p>The weighted counts of the group and of the rest are taken as gamma variables with matching
 * mean and variance (Fay and Feuer, Statistics in Medicine 16 (1997)), so their ratio follows an F
 * distribution: odds_low = x/(R+w) F^-1(e; 2x^2/v, 2(R+w)^2/(V+w^2)), odds_high = (x+w)/R F^-1(1-e;
 * 2(x+w)^2/(v+w^2), 2R^2/V), where v and V are the sums of squared weights and w the largest weight
 * of an object that was not seen. With equal weights this is Clopper-Pearson.
 */
final class WeightedOdds {
  private WeightedOdds() {}

  /**
   * P(share as small as {@code share} or smaller) under the lower end's distribution: the end
   * solves this = error.
   */
  static double lowerCumulative(
      double share, double sum, double squares, double rest, double restSquares, double unseen) {
    double a = sum * sum / squares;
    double b = (rest + unseen) * (rest + unseen) / (restSquares + unseen * unseen);
    double f = share / (1 - share) * (rest + unseen) / sum;
    return Quantiles.betaCumulative(a * f / (a * f + b), a, b);
  }

  /** The same for the upper end, which solves this = 1 - error. {@code rest} must be positive. */
  static double upperCumulative(
      double share, double sum, double squares, double rest, double restSquares, double unseen) {
    double a = (sum + unseen) * (sum + unseen) / (squares + unseen * unseen);
    double b = rest * rest / restSquares;
    double f = share / (1 - share) * rest / (sum + unseen);
    return Quantiles.betaCumulative(a * f / (a * f + b), a, b);
  }

  /**
   * Share at which the lower end's distribution reaches {@code error}; 0 when the group was not
   * seen.
   */
  static double low(
      double sum, double squares, double rest, double restSquares, double unseen, double error) {
    if (sum <= 0) {
      return 0;
    }
    return Roots.increasing(
        share -> lowerCumulative(share, sum, squares, rest, restSquares, unseen) - error, 0, 1);
  }
}
