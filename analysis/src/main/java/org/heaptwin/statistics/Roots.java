package org.heaptwin.statistics;

import java.util.function.DoubleUnaryOperator;

/** Zero of a function that changes sign once, from below to above. */
final class Roots {
  private static final int STEPS = 60;

  private Roots() {}

  /** Bisects (low, high); the function is never evaluated at the ends. */
  static double increasing(DoubleUnaryOperator function, double low, double high) {
    double below = low;
    double above = high;
    for (int i = 0; i < STEPS && above - below > 1e-12; i++) {
      double middle = (below + above) / 2;
      if (function.applyAsDouble(middle) < 0) {
        below = middle;
      } else {
        above = middle;
      }
    }
    return below;
  }
}
