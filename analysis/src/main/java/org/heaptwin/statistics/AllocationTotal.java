package org.heaptwin.statistics;

/**
 * Interval of an allocated total, in bytes or objects, from weighted samples.
 *
 * <p>y = sum W, v = sum W^2 (1 - pi). low = v/(2y) Chi2Inv(e; 2y^2/v), y if v = 0; high = v'/(2y')
 * Chi2Inv(1 - e; 2y'^2/v') with y' = y + w, v' = v + w^2, w the largest weight of an object that
 * was not seen. Fay and Feuer, Statistics in Medicine 16 (1997), with the variance of independent
 * inclusions in place of Poisson's. Without a sample: [0, -ln(e) w], 3.69 w at 97.5 %.
 *
 * <p>Objects that were counted without sampling ({@code exact}, part of y with v = 0) are set aside
 * and added to both ends.
 */
public final class AllocationTotal {
  private AllocationTotal() {}

  /**
   * Interval with error {@code error} on each side.
   *
   * @param total y, exact part included
   * @param variance v
   * @param exact part of the total that was counted without sampling, at most {@code total}
   * @param unseen w, positive unless everything was counted
   */
  public static Estimate of(
      double total, double variance, double exact, double unseen, double error, String source) {
    double y = Math.max(0, total - exact);
    double counted = total - y;
    double low = variance <= 0 ? y : variance / y * Quantiles.gamma(error, y * y / variance);
    double high = y;
    if (unseen > 0) {
      double sum = y + unseen;
      double spread = variance + unseen * unseen;
      high = spread / sum * Quantiles.gamma(1 - error, sum * sum / spread);
    }
    return new Estimate(total, counted + low, counted + high, 1 - 2 * error, source);
  }

  /**
   * Bytes that a context can allocate and still be missed with probability {@code miss}: P(missed)
   * = exp(-bytes/m), whatever the sizes; 3 m at 5 %.
   */
  public static double missed(double interval, double miss) {
    return -Math.log(miss) * interval;
  }
}
