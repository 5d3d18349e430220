package org.heaptwin.statistics;

import static org.assertj.core.api.Assertions.assertThat;

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
    assertThat(ReplicatedDecision.replicated(0.10)).isFalse();
    assertThat(ReplicatedDecision.replicated(0.11)).isTrue();
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
        wrong |= ReplicatedDecision.replicated(low);
      }
      clean.add(!wrong);
    }
    clean.assertAtLeast(0.95, "reports without a false claim");
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
      assertThat(ReplicatedDecision.replicated(Math.max(seen, curve))).isFalse();
    }
  }
}
