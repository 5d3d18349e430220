package org.heaptwin.statistics;

/**
 * A number of the report. Null is "unknown", never 0: no value where only bounds can be had, no low
 * or high end where the data give none.
 *
 * @param value point estimate
 * @param low lower end
 * @param high upper end
 * @param level probability with which [low, high] covers the truth, an absent end being no
 *     restriction; null without ends
 * @param source what the number was computed from, one phrase
 */
public record Estimate(Double value, Double low, Double high, Double level, String source) {

  /** Nothing is known; {@code source} says why. */
  public static Estimate unknown(String source) {
    return new Estimate(null, null, null, null, source);
  }

  /** A count without error. */
  public static Estimate exact(double value, String source) {
    return new Estimate(value, value, value, 1.0, source);
  }

  /** A bound from below, with no point estimate and no upper end. */
  public static Estimate atLeast(double low, double level, String source) {
    return new Estimate(null, low, null, level, source);
  }

  /** Both ends multiplied by a positive constant. */
  public Estimate times(double factor) {
    return new Estimate(
        scaled(value, factor), scaled(low, factor), scaled(high, factor), level, source);
  }

  private static Double scaled(Double number, double factor) {
    return number == null ? null : Double.valueOf(number * factor);
  }
}
