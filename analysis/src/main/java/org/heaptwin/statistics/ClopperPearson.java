package org.heaptwin.statistics;

/**
 * Exact interval of a binomial probability, for real counts.
 *
 * <p>With error e on each side: low = BetaInv(e; x, n - x + 1), 0 if x = 0; high = BetaInv(1 - e; x
 * + 1, n - x), 1 if x = n. Source: Clopper and Pearson, Biometrika 26 (1934); real x and n as in
 * Korn and Graubard, Survey Methodology 24 (1998).
 *
 * <p>Covers the probability of n independent trials. Where trials depend on each other the caller
 * passes an effective n.
 */
public final class ClopperPearson {
  private ClopperPearson() {}

  /** Lower end at one-sided error {@code error}; 0 without trials. */
  public static double low(double x, double n, double error) {
    if (x <= 0 || n <= 0) {
      return 0;
    }
    return Quantiles.beta(error, Math.min(x, n), Math.max(0, n - x) + 1);
  }

  /** Upper end at one-sided error {@code error}; 1 without trials. */
  public static double high(double x, double n, double error) {
    if (n <= 0 || x >= n) {
      return 1;
    }
    return Quantiles.beta(1 - error, Math.max(0, x) + 1, n - Math.max(0, x));
  }

  /** Both ends, each at error {@code error}, around x / n. Unknown without trials. */
  public static Estimate estimate(double x, double n, double error, String source) {
    if (n <= 0) {
      return Estimate.unknown(source);
    }
    return new Estimate(x / n, low(x, n, error), high(x, n, error), 1 - 2 * error, source);
  }
}
