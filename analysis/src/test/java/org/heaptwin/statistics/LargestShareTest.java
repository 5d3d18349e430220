package org.heaptwin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LargestShareTest {
  static Stream<Contents> contents() {
    return Stream.of(
        Contents.allEqual(),
        Contents.largeAndUnique(0.7),
        Contents.equalGroups(2),
        Contents.equalGroups(7),
        Contents.zipf(),
        Contents.largeAndUnique(0.05),
        Contents.groupsOf(2),
        Contents.groupsOf(10),
        Contents.unique());
  }

  @ParameterizedTest
  @MethodSource("contents")
  void coversAtEqualWeights(Contents contents) {
    Random random = new Random(1);
    for (int n : new int[] {30, 300}) {
      Coverage coverage = new Coverage();
      for (int run = 0; run < 2000; run++) {
        coverage.add(equal(contents.sample(n, random)), contents.largestShare());
      }
      coverage.assertAtLeast(0.95, contents + ", n = " + n);
    }
  }

  @ParameterizedTest
  @MethodSource("contents")
  void coversInLargeSamples(Contents contents) {
    Random random = new Random(2);
    Coverage coverage = new Coverage();
    for (int run = 0; run < 300; run++) {
      coverage.add(equal(contents.sample(3000, random)), contents.largestShare());
    }
    coverage.assertAtLeast(0.95, contents + ", n = 3000");
  }

  @Test
  void lowerEndOfTwoEqualObjectsPaysForTheSelection() {
    // P(Bin(2, L) >= 2) = L^2 = 0.025 L.
    assertThat(equal(new int[] {4, 4}).low()).isCloseTo(0.025, within(1e-9));
    // P(Bin(3, L) >= 3) = L^3 = 0.025 L.
    assertThat(equal(new int[] {4, 4, 4}).low()).isCloseTo(Math.sqrt(0.025), within(1e-9));
  }

  @Test
  void upperEndIsClopperPearsons() {
    Estimate estimate = equal(new int[] {1, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    assertThat(estimate.value()).isCloseTo(0.2, within(1e-12));
    assertThat(estimate.high()).isCloseTo(ClopperPearson.high(2, 10, 0.025), within(1e-9));
  }

  @Test
  void uniqueContentsHaveNoLowerEnd() {
    assertThat(equal(new int[] {1, 2, 3, 4}).low()).isZero();
  }

  @Test
  void nothingSampledIsUnknown() {
    assertThat(equal(new int[0])).isEqualTo(Estimate.unknown("test"));
  }

  @Test
  void aGroupNamedBeforehandPaysNothing() {
    int[] group = {1, 1, 0, 0, 0};
    Estimate estimate = LargestShare.ofGroup(1, group, Weights.ones(5), 1, 0.025, "test");
    assertThat(estimate.low()).isCloseTo(ClopperPearson.low(2, 5, 0.025), within(1e-9));
    assertThat(estimate.high()).isCloseTo(ClopperPearson.high(2, 5, 0.025), within(1e-9));
    Estimate absent = LargestShare.ofGroup(7, group, Weights.ones(5), 1, 0.025, "test");
    assertThat(absent.low()).isZero();
    assertThat(absent.high()).isCloseTo(ClopperPearson.high(0, 5, 0.025), within(1e-9));
  }

  private static Estimate equal(int[] group) {
    return LargestShare.of(group, Weights.ones(group.length), 1, 0.025, "test");
  }
}
