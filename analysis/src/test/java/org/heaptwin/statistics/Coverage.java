package org.heaptwin.statistics;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Counts how often an interval covered the truth. The criterion is the 1 % point of the binomial
 * distribution at the nominal level: before its seed was fixed, one check of a correct interval
 * that covers exactly its level failed with probability below 1 %.
 */
final class Coverage {
  private int runs;
  private int covered;

  void add(boolean covers) {
    runs++;
    covered += covers ? 1 : 0;
  }

  /** An absent end restricts nothing. */
  void add(Estimate estimate, double truth) {
    boolean above = estimate.low() == null || estimate.low() <= truth + 1e-9;
    boolean below = estimate.high() == null || estimate.high() >= truth - 1e-9;
    add(above && below);
  }

  double observed() {
    return (double) covered / runs;
  }

  void assertAtLeast(double level, String what) {
    assertThat(covered)
        .as("%s: covered in %d of %d runs, nominal %.4f", what, covered, runs, level)
        .isGreaterThanOrEqualTo(CoverageCriterion.fewestCovered(runs, level));
  }
}
