package org.heaptwin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SurvivalTest {
  @Test
  void countsAreWorthTheirEpochs() {
    Estimate none = Survival.fromCounts(0, 500, 20, 0.025, "test");
    assertThat(none.high()).isCloseTo(1 - Math.pow(0.025, 1.0 / 20), within(1e-9));
    assertThat(Survival.fromCounts(0, 0, 20, 0.025, "test").value()).isNull();
  }

  /** Objects of one epoch share its fate with probability drawn per epoch. */
  @Test
  void coversWhenEpochsDiffer() {
    Random random = new Random(21);
    Coverage counts = new Coverage();
    Coverage epochs = new Coverage();
    for (int run = 0; run < 2000; run++) {
      long[] met = new long[20];
      long[] survived = new long[20];
      long total = 0;
      long lived = 0;
      for (int k = 0; k < met.length; k++) {
        double chance = random.nextDouble();
        met[k] = 30;
        for (int i = 0; i < met[k]; i++) {
          survived[k] += random.nextDouble() < chance ? 1 : 0;
        }
        total += met[k];
        lived += survived[k];
      }
      counts.add(Survival.fromCounts(lived, total, 20, 0.025, "test"), 0.5);
      epochs.add(Survival.fromEpochs(survived, met, 0.025, "test"), 0.5);
    }
    counts.assertAtLeast(0.95, "from counts");
    epochs.assertAtLeast(0.925, "from epochs");
  }
}
