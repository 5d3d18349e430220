package org.heaptwin.statistics;

/**
 * Lower bound of the duplicate share: the better of {@link SeenMass} and {@link ReplicaCurve}, each
 * at half the error, so that choosing costs nothing (Bonferroni).
 */
public final class DuplicateShare {
  private DuplicateShare() {}

  /** A lower bound as a function of its one-sided error. */
  @FunctionalInterface
  public interface LowerBound {
    double at(double error);
  }

  /** Lower end at one-sided error {@code error}. */
  public static double low(LowerBound seenMass, LowerBound curve, double error) {
    return Math.max(seenMass.at(error / 2), curve.at(error / 2));
  }
}
