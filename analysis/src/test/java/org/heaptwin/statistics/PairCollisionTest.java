package org.heaptwin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PairCollisionTest {
  static Stream<Contents> contents() {
    return LargestShareTest.contents();
  }

  /** The documented coverage of this interval is 0.93, not 0.95: it is asked for no more. */
  @ParameterizedTest
  @MethodSource("contents")
  void coversAsDocumented(Contents contents) {
    Random random = new Random(4);
    for (int n : new int[] {30, 300}) {
      Coverage coverage = new Coverage();
      for (int run = 0; run < 2000; run++) {
        coverage.add(
            PairCollision.of(contents.sample(n, random), 0.025, "test"), contents.identity());
      }
      coverage.assertAtLeast(0.93, contents + ", n = " + n);
    }
  }

  @Test
  void handComputedValue() {
    // Two pairs equal out of six: {a, a, b, b}.
    assertThat(PairCollision.of(new int[] {1, 1, 2, 2}, 0.025, "test").value())
        .isCloseTo(2.0 / 6, within(1e-9));
  }

  @Test
  void allEqualIsWorthHalfTheObjects() {
    assertThat(PairCollision.of(new int[] {1, 1, 1, 1, 1, 1}, 0.025, "test").low())
        .isCloseTo(Math.pow(0.025, 1.0 / 3), within(1e-9));
  }
}
