package org.heaptwin.statistics;

/**
 * Lower bound of the duplicate share: the best of {@link SeenMass}, {@link ReplicaCurve} and {@link
 * RunMass}, each at a third of the error, so that choosing costs nothing (Bonferroni).
 */
public final class DuplicateShare {
  private DuplicateShare() {}

  /** A lower bound as a function of its one-sided error. */
  @FunctionalInterface
  public interface LowerBound {
    double at(double error);
  }

  /** Lower end at one-sided error {@code error}. */
  public static double low(LowerBound seenMass, LowerBound curve, LowerBound runs, double error) {
    double each = error / 3;
    return Math.max(runs.at(each), Math.max(seenMass.at(each), curve.at(each)));
  }
}
