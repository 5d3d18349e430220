package org.heaptwin.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CoverageCriterionTest {
  @Test
  void onePercentPointsOfTheBinomial() {
    assertThat(CoverageCriterion.fewestCovered(72, 0.95)).isEqualTo(64);
    assertThat(CoverageCriterion.fewestCovered(200, 0.95)).isEqualTo(182);
    assertThat(CoverageCriterion.fewestCovered(600, 0.95)).isEqualTo(557);
    assertThat(CoverageCriterion.fewestCovered(1000, 0.95)).isEqualTo(933);
  }
}
