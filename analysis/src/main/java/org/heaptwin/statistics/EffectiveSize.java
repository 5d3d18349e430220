package org.heaptwin.statistics;

/**
 * Number of independent comparisons that n comparisons are worth when they share objects.
 *
 * <p>n_eff = n^2 / (n + sum over objects of d (d - 1) / 2), d = comparisons that the object took
 * part in. By Hoeffding, Annals of Mathematical Statistics 19 (1948), section 5, the covariance of
 * two comparisons with one object in common is at most half their variance, so this is a lower
 * bound: independent pairs n, a chain about n/2, one reference for all about 2, all pairs of m
 * objects about m/2.
 */
public final class EffectiveSize {
  private EffectiveSize() {}

  /**
   * Effective number of comparisons.
   *
   * @param comparisons number of comparisons
   * @param perObject for each object, in how many of them it took part; their sum is twice {@code
   *     comparisons}
   */
  public static double of(long comparisons, long[] perObject) {
    if (comparisons == 0) {
      return 0;
    }
    double shared = 0;
    for (long count : perObject) {
      shared += count * (count - 1) / 2.0;
    }
    return (double) comparisons * comparisons / (comparisons + shared);
  }
}
