package org.heaptwin.bench.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoverageTableTest {
  @ParameterizedTest
  @CsvSource({"72,64", "200,182", "600,557", "1000,933"})
  void pooledCoverageIsComparedWithTheOnePercentPoint(int cases, int fewest) {
    assertThat(CoverageTable.fewestCovered(cases, 0.01)).isEqualTo(fewest);
    assertThat(probabilityOfFewerThan(fewest, cases)).isLessThanOrEqualTo(0.01);
    assertThat(probabilityOfFewerThan(fewest + 1, cases)).isGreaterThan(0.01);
  }

  @Test
  void fiftyRunsOfAContextAskFor44() {
    CoverageTable table = new CoverageTable();
    for (int i = 0; i < 50; i++) {
      table.add(judgement(i < 44 ? 0.5 : 0.9));
    }
    assertThat(table.all())
        .allMatch(row -> row.claimed() == 50)
        .allMatch(CoverageTable.Row::passes);

    CoverageTable oneLess = new CoverageTable();
    for (int i = 0; i < 50; i++) {
      oneLess.add(judgement(i < 43 ? 0.5 : 0.9));
    }
    assertThat(oneLess.all())
        .filteredOn(row -> row.context().equals("case"))
        .singleElement()
        .matches(row -> !row.passes());
  }

  @Test
  void anAbsentIntervalIsNeitherCoveredNorMissed() {
    CoverageTable table = new CoverageTable();
    table.add(Judgement.of("share", "case", "run", null, 0.5));

    assertThat(table.pooled())
        .containsExactly(new CoverageTable.Row("share", CoverageTable.POOLED, 0, 0, 1));
  }

  @Test
  void oneMissingEndIsNoRestriction() {
    assertThat(Judgement.of("share", "case", "run", 0.4, null, 0.5).outcome())
        .isEqualTo(Judgement.Outcome.COVERED);
    assertThat(Judgement.of("share", "case", "run", 0.6, null, 0.5).outcome())
        .isEqualTo(Judgement.Outcome.MISSED);
    assertThat(Judgement.of("share", "case", "run", null, 0.4, 0.5).outcome())
        .isEqualTo(Judgement.Outcome.MISSED);
  }

  private static Judgement judgement(double truth) {
    return Judgement.of("share", "case", "run", 0.4, 0.6, truth);
  }

  /** By summing the binomial probabilities, each from the one before it. */
  private static double probabilityOfFewerThan(int covered, int cases) {
    double logOdds = Math.log(0.95 / 0.05);
    double logProbability = cases * Math.log(0.05);
    double sum = 0;
    for (int k = 0; k < covered; k++) {
      sum += Math.exp(logProbability);
      logProbability += logOdds + Math.log((cases - k) / (k + 1.0));
    }
    return sum;
  }
}
