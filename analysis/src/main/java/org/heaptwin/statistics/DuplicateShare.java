package org.heaptwin.statistics;

import java.util.List;

/**
 * Lower bound of the duplicate share: the best of several ({@link SeenMass}, {@link LargestShare},
 * {@link ReplicaCurve}, {@link MetBefore}), each at its part of the error, so that choosing costs
 * nothing (Bonferroni).
 */
public final class DuplicateShare {
  private DuplicateShare() {}

  /** A lower bound as a function of its one-sided error. */
  @FunctionalInterface
  public interface LowerBound {
    double at(double error);
  }

  /** Lower end at one-sided error {@code error}; which bounds there are must not depend on data. */
  public static double low(List<LowerBound> bounds, double error) {
    double each = error / bounds.size();
    return bounds.stream().mapToDouble(bound -> bound.at(each)).max().orElse(0);
  }
}
