package org.heaptwin.bench.coverage;

import org.heaptwin.statistics.Estimate;

/**
 * One interval against the truth.
 *
 * @param quantity what was estimated
 * @param context the case's method
 * @param run the configuration
 * @param low lower end, null when none was given
 * @param high upper end, null when none was given
 */
public record Judgement(
    String quantity,
    String context,
    String run,
    Outcome outcome,
    Double low,
    Double high,
    double truth) {
  /** Whether the interval holds the truth. */
  public enum Outcome {
    COVERED,
    MISSED,
    /** Neither end was given, so nothing was claimed. */
    ABSENT
  }

  /**
   * Interpolated counts and sums of doubles are not exact; no interval is missed by as little as
   * this.
   */
  private static final double ROUNDING = 1e-9;

  /** Judges the ends that the estimate has. */
  public static Judgement of(
      String quantity, String context, String run, Estimate estimate, double truth) {
    Double low = estimate == null ? null : estimate.low();
    Double high = estimate == null ? null : estimate.high();
    return of(quantity, context, run, low, high, truth);
  }

  /** Judges the lower end alone. */
  public static Judgement ofLowerEnd(
      String quantity, String context, String run, Estimate estimate, double truth) {
    return of(quantity, context, run, estimate == null ? null : estimate.low(), null, truth);
  }

  public static Judgement of(
      String quantity, String context, String run, Double low, Double high, double truth) {
    Outcome outcome = Outcome.COVERED;
    double rounding = ROUNDING * Math.max(1, Math.abs(truth));
    if (low == null && high == null) {
      outcome = Outcome.ABSENT;
    } else if ((low != null && low > truth + rounding)
        || (high != null && high < truth - rounding)) {
      outcome = Outcome.MISSED;
    }
    return new Judgement(quantity, context, run, outcome, low, high, truth);
  }
}
