package org.heaptwin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WithinEpochTest {
  @Test
  void handComputed() {
    // Epoch 1: {a, a, b}: 2/2 = 1. Epoch 2: {c, c}: 2. Epoch 3 has one object and is left out.
    Estimate identity =
        WithinEpoch.identity(
            new int[] {0, 0, 1, 2, 2, 3}, new int[] {1, 1, 1, 2, 2, 3}, 0.025, "test");
    assertThat(identity.value()).isCloseTo(3.0 / 5, within(1e-12));
    assertThat(identity.low()).isNull();
  }

  /**
   * Each epoch has one group of its own share and unique rest; the shares differ from epoch to
   * epoch.
   */
  @ParameterizedTest
  @ValueSource(ints = {8, 30})
  void coversMeanOverEpochs(int epochs) {
    Random random = new Random(17);
    // Shares uniform on [0.3, 0.9]: E A = E p^2 = 0.6^2 + 0.6^2/12.
    double truth = 0.36 + 0.03;
    Coverage identity = new Coverage();
    Coverage largest = new Coverage();
    for (int run = 0; run < 2000; run++) {
      int[][] drawn = draw(epochs, random);
      Estimate estimate = WithinEpoch.identity(drawn[0], drawn[1], 0.025, "test");
      identity.add(estimate, truth);
      largest.add(WithinEpoch.largestShare(estimate, "test"), 0.6);
    }
    // Documented for Korn and Graubard's interval with few clusters: 0.925 and above.
    identity.assertAtLeast(0.925, epochs + " epochs");
    largest.assertAtLeast(0.95, epochs + " epochs, largest share");
  }

  private static int[][] draw(int epochs, Random random) {
    int each = 40;
    int[][] drawn = new int[2][epochs * each];
    int next = 0;
    int number = 0;
    for (int epoch = 0; epoch < epochs; epoch++) {
      double share = 0.3 + 0.6 * random.nextDouble();
      int group = number++;
      for (int i = 0; i < each; i++) {
        drawn[0][next] = random.nextDouble() < share ? group : number++;
        drawn[1][next++] = epoch;
      }
    }
    return drawn;
  }
}
