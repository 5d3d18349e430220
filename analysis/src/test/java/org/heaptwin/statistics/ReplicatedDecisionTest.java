package org.heaptwin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReplicatedDecisionTest {
  @Test
  void familyIsChosenByBytesAndReadContents() {
    List<ReplicatedDecision.Candidate> candidates =
        List.of(
            new ReplicatedDecision.Candidate(5, 10),
            new ReplicatedDecision.Candidate(1000, 10),
            new ReplicatedDecision.Candidate(9000, 1),
            new ReplicatedDecision.Candidate(2000, 2));
    // 0.1 % of 12,005 bytes is 12.005.
    assertThat(ReplicatedDecision.family(candidates)).containsExactly(3, 1);
  }

  @Test
  void familyHoldsAtMostAHundred() {
    List<ReplicatedDecision.Candidate> candidates = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      candidates.add(new ReplicatedDecision.Candidate(100 + i, 5));
    }
    assertThat(ReplicatedDecision.family(candidates)).hasSize(100).startsWith(299).endsWith(200);
  }

  @Test
  void theFloorItselfIsNotEnough() {
    assertThat(ReplicatedDecision.exceedsFloor(0.10)).isFalse();
    assertThat(ReplicatedDecision.exceedsFloor(0.11)).isTrue();
  }

  /**
   * A hundred contexts exactly at the threshold: a report with any false claim must be rarer than 5
   * %.
   */
  @Test
  void falseReportsAreRare() {
    Random random = new Random(18);
    double error = ReplicatedDecision.error(100);
    Contents threshold = Contents.largeAndUnique(0.1);
    Coverage clean = new Coverage();
    for (int report = 0; report < 200; report++) {
      boolean wrong = false;
      for (int context = 0; context < 100; context++) {
        int[] group = threshold.sample(100, random);
        double[] ones = Weights.ones(group.length);
        double low = SeenMass.low(group, ones, ones, Contents.OBJECTS, 1, error / 2);
        wrong |= ReplicatedDecision.exceedsFloor(low);
      }
      clean.add(!wrong);
    }
    clean.assertAtLeast(0.95, "reports without a false claim");
  }

  @Test
  void likelyIsTheLargestErrorAtWhichEnoughPass() {
    // Of ten members three pass at 0.05 * 3/10 and more, a fourth at 0.05 * 7/10.
    assertThat(
            ReplicatedDecision.likelyError(
                10, error -> error >= 0.0349 ? 4 : error >= 0.0149 ? 3 : error >= 0.0049 ? 1 : 0))
        .isCloseTo(0.015, within(1e-12));
    assertThat(ReplicatedDecision.likelyError(10, error -> 10)).isCloseTo(0.05, within(1e-12));
    assertThat(ReplicatedDecision.likelyError(10, error -> 0))
        .isEqualTo(ReplicatedDecision.error(10));
    assertThat(ReplicatedDecision.likelyError(0, error -> 0)).isEqualTo(0.05);
  }

  /**
   * Twenty contexts of one value and eighty exactly at the threshold: of the likely ones at most 5
   * % may be of the eighty, in the mean over reports; and far more of the twenty are found than are
   * shown, at four objects each.
   */
  @Test
  void atMostOneInTwentyOfTheLikelyIsExpectedToBeWrong() {
    Random random = new Random(20);
    Contents replicated = Contents.allEqual();
    Contents threshold = Contents.largeAndUnique(0.1);
    double wrongShares = 0;
    int likely = 0;
    int shown = 0;
    int reports = 400;
    for (int report = 0; report < reports; report++) {
      List<int[]> samples = new ArrayList<>();
      for (int context = 0; context < 100; context++) {
        boolean right = context < 20;
        samples.add((right ? replicated : threshold).sample(right ? 6 : 60, random));
      }
      double error = ReplicatedDecision.likelyError(100, e -> passing(samples, 0, 100, e));
      int right = passing(samples, 0, 20, error);
      int wrong = passing(samples, 20, 100, error);
      wrongShares += wrong == 0 ? 0 : (double) wrong / (right + wrong);
      likely += right;
      shown += passing(samples, 0, 20, ReplicatedDecision.error(100));
    }
    // Standard error below 0.003.
    assertThat(wrongShares / reports).isLessThan(0.05);
    assertThat(likely).isGreaterThan(reports * 19);
    assertThat(shown).isLessThan(reports);
  }

  private static int passing(List<int[]> samples, int from, int to, double error) {
    int passing = 0;
    for (int[] group : samples.subList(from, to)) {
      double[] ones = Weights.ones(group.length);
      double low = SeenMass.low(group, ones, ones, Contents.OBJECTS, 1, error);
      passing += ReplicatedDecision.exceedsFloor(low) ? 1 : 0;
    }
    return passing;
  }

  /** A unique context cannot produce an identical pair, whatever the sample. */
  @Test
  void uniqueIsNeverReplicated() {
    Random random = new Random(19);
    Contents unique = Contents.unique();
    for (int run = 0; run < 300; run++) {
      int[] group = unique.sample(20 + random.nextInt(400), random);
      double[] ones = Weights.ones(group.length);
      double seen = SeenMass.low(group, ones, ones, Contents.OBJECTS, 1, 0.5);
      List<ReplicaCurve.Window> windows = new ArrayList<>();
      for (int k = 0; k < 20; k++) {
        windows.add(ReplicaCurve.Window.counting(new int[2 + random.nextInt(60)]));
      }
      double curve = new ReplicaCurve(windows).duplicatesLow(0.5);
      assertThat(ReplicatedDecision.exceedsFloor(Math.max(seen, curve))).isFalse();
    }
  }
}
