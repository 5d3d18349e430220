package org.heaptwin.statistics;

/**
 * Chance A that the two objects of a random pair are identical, from field comparisons.
 *
 * <p>With theta = P(match) and alpha = P(match | objects differ): theta = A + alpha (1 - A), an
 * identity. Where the pairs' identity is known, (theta - alpha)/(1 - alpha) is exactly
 * identical/known, so A's interval is Clopper-Pearson on the known pairs and never goes through
 * theta and alpha.
 *
 * <p>Without known pairs, and only then, alpha is borrowed: theta and alpha each with half the
 * error, A from the conservative corners (A rises with theta and falls with alpha; Bonferroni).
 * Such a result is an assumption and decides nothing.
 */
public final class PairIdentity {
  private PairIdentity() {}

  /**
   * From pairs whose identity is known.
   *
   * <p>Pairs of different size always are known to differ, pairs of equal size only when both were
   * fingerprinted. They are therefore thinned to the fraction of equal-size pairs that are known;
   * the unknown pairs are taken to be like the known ones.
   *
   * @param identical known identical pairs
   * @param different known different pairs of equal size
   * @param unknown pairs of equal size whose identity is unknown
   * @param differentSize pairs of different size
   */
  public static Estimate known(
      long identical,
      long different,
      long unknown,
      long differentSize,
      double error,
      String source) {
    double known = (double) identical + different;
    double equalSize = known + unknown;
    double thinned = equalSize > 0 ? differentSize * known / equalSize : (double) differentSize;
    return ClopperPearson.estimate((double) identical, known + thinned, error, source);
  }

  /**
   * From theta and a borrowed alpha, each an estimate at half the error; unknown when theta lies
   * below alpha beyond their ends ({@link #disagree}).
   */
  public static Estimate assumed(Estimate theta, Estimate alpha, double error, String source) {
    if (theta.low() == null || alpha.low() == null || disagree(theta, alpha)) {
      return Estimate.unknown(source);
    }
    double low =
        alpha.high() >= 1 ? 0 : Math.max(0, (theta.low() - alpha.high()) / (1 - alpha.high()));
    double high =
        alpha.low() >= 1 ? 1 : Math.min(1, (theta.high() - alpha.low()) / (1 - alpha.low()));
    Double value =
        alpha.value() >= 1
            ? null
            : Double.valueOf(
                Math.max(0, Math.min(1, (theta.value() - alpha.value()) / (1 - alpha.value()))));
    return new Estimate(value, low, high, 1 - 2 * error, source);
  }

  /**
   * theta below alpha is impossible in the population; beyond both intervals the two were not
   * measured on the same pairs.
   */
  public static boolean disagree(Estimate theta, Estimate alpha) {
    return theta.high() != null && alpha.low() != null && theta.high() < alpha.low();
  }

  /**
   * Sharp bounds of the largest group's share p among X objects: A + (1-A)/X <= p <= 1/(2X) +
   * sqrt(1/(4X^2) + A (X-1)/X), equalities for equal groups and for one group with a unique rest.
   * Taken at A's ends and at the ends of X.
   */
  public static Estimate largestShare(
      Estimate identity, double objectsLow, double objectsHigh, String source) {
    if (identity.low() == null) {
      return Estimate.unknown(source);
    }
    double few = Math.max(1, objectsLow);
    double many = Math.max(few, objectsHigh);
    double low = identity.low() + (1 - identity.low()) / many;
    double root = Math.sqrt(1 / (4 * few * few) + identity.high() * (few - 1) / few);
    double high = Math.min(1, 1 / (2 * few) + root);
    return new Estimate(null, low, high, identity.level(), source);
  }

  /** Published lower bound theta - alpha = A (1 - alpha), at the conservative ends. */
  public static double paperLower(Estimate identity, Estimate alpha) {
    double alphaHigh = alpha.high() == null ? 1 : alpha.high();
    return identity.low() * (1 - alphaHigh);
  }

  /** Published upper bound 1/(2(X-1)) + sqrt(1/(4(X-1)^2) + A), at the conservative ends. */
  public static double paperUpper(Estimate identity, double objectsLow) {
    double half = objectsLow > 1 ? 1 / (2 * (objectsLow - 1)) : 1;
    return Math.min(1, half + Math.sqrt(half * half + identity.high()));
  }
}
