package org.heaptwin.bench.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RatioTest {
  @Test
  void medianAndExtremesAreThoseOfTheValues() {
    Ratio ratio = Ratio.of(new double[] {1.04, 0.99, 1.01, 1.5});

    assertThat(ratio.median()).isEqualTo((1.01 + 1.04) / 2);
    assertThat(ratio.smallest()).isEqualTo(0.99);
    assertThat(ratio.largest()).isEqualTo(1.5);
  }

  @Test
  void intervalOfTheMedianCoversItInMostExperiments() {
    SplittableRandom random = new SplittableRandom(3);
    int covered = 0;
    for (int experiment = 0; experiment < 200; experiment++) {
      double[] ratios = random.doubles(15, 1.0, 1.2).toArray();
      Ratio ratio = Ratio.of(ratios);
      if (ratio.low() <= 1.1 && 1.1 <= ratio.high()) {
        covered++;
      }
    }
    // The percentile interval of a median of 15 covers about 94 %; 174 is the 0.1 % point of
    // Bin(200, 0.93).
    // about 94 %.
    assertThat(covered).isGreaterThanOrEqualTo(174);
  }
}
