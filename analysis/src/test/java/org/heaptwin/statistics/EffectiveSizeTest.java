package org.heaptwin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EffectiveSizeTest {
  @Test
  void independentPairsCountInFull() {
    assertThat(EffectiveSize.of(50, filled(100, 1))).isEqualTo(50);
  }

  @Test
  void aChainCountsHalf() {
    long[] chain = filled(101, 2);
    chain[0] = 1;
    chain[100] = 1;
    // n = 100, 99 inner objects in two comparisons each: 10000 / 199.
    assertThat(EffectiveSize.of(100, chain)).isCloseTo(10000.0 / 199, within(1e-12));
  }

  @Test
  void oneReferenceForAllIsWorthTwo() {
    long[] star = filled(1001, 1);
    star[0] = 1000;
    assertThat(EffectiveSize.of(1000, star)).isCloseTo(2, within(0.01));
  }

  @Test
  void allPairsOfTenObjectsAreWorthAboutFive() {
    // n = 45, each object in 9: 2025 / (45 + 10 * 36) = 5.
    assertThat(EffectiveSize.of(45, filled(10, 9))).isCloseTo(5, within(1e-12));
  }

  private static long[] filled(int length, long value) {
    long[] array = new long[length];
    Arrays.fill(array, value);
    return array;
  }
}
