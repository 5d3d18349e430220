package org.heaptwin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SeenMassTest {
  static Stream<Contents> contents() {
    return Stream.concat(LargestShareTest.contents(), Stream.of(Contents.halfLargeHalfPairs()));
  }

  @ParameterizedTest
  @MethodSource("contents")
  void lowerEndHolds(Contents contents) {
    Random random = new Random(6);
    for (int n : new int[] {30, 300, 3000}) {
      Coverage coverage = new Coverage();
      for (int run = 0; run < (n == 3000 ? 300 : 2000); run++) {
        double low = equal(contents.sample(n, random), Contents.OBJECTS);
        coverage.add(low <= contents.duplicateShare() + 1e-9);
      }
      coverage.assertAtLeast(0.975, contents + ", n = " + n);
    }
  }

  @Test
  void isUsefulWhereGroupsAreLarge() {
    Random random = new Random(7);
    assertThat(mean(Contents.largeAndUnique(0.7), random)).isBetween(0.59, 0.65);
    assertThat(mean(Contents.equalGroups(7), random)).isGreaterThan(0.96);
    assertThat(mean(Contents.halfLargeHalfPairs(), random)).isBetween(0.39, 0.45);
  }

  @Test
  void pairsAreInvisible() {
    assertThat(mean(Contents.groupsOf(2), new Random(8))).isLessThan(0.001);
  }

  @Test
  void uniqueContentsAreNeverDuplicates() {
    Random random = new Random(9);
    Contents unique = Contents.unique();
    for (int run = 0; run < 200; run++) {
      assertThat(equal(unique.sample(500, random), 500)).isZero();
    }
  }

  @Test
  void handComputed() {
    // Seen half: contents 1 and 2. Test half: 1, 1, 2, all hits. 100 objects in all.
    int[] group = {1, 1, 2, 1, 2, 2};
    assertThat(equal(group, 100)).isCloseTo(Math.pow(0.025, 1.0 / 3) - 0.02, within(1e-9));
  }

  /** Small duplicated objects beside large unique ones, and the other way round. */
  @Test
  void lowerEndHoldsByBytesWhenSizesDiffer() {
    double interval = 65536;
    Random random = new Random(10);
    for (int[] duplicate : new int[][] {{64, 60_000, 65536, 60}, {65536, 60, 64, 60_000}}) {
      Coverage coverage = new Coverage();
      double repeatedBytes = (double) duplicate[0] * (duplicate[1] - 1);
      double all = (double) duplicate[0] * duplicate[1] + (double) duplicate[2] * duplicate[3];
      for (int run = 0; run < 1000; run++) {
        double low = sampledLow(duplicate, interval, random);
        coverage.add(low <= repeatedBytes / all + 1e-9);
      }
      coverage.assertAtLeast(0.975, Arrays.toString(duplicate));
    }
  }

  /** {@code mix}: size and count of equal objects, size and count of unique ones. */
  private static double sampledLow(int[] mix, double interval, Random random) {
    java.util.List<double[]> drawn = new java.util.ArrayList<>();
    for (int part = 0; part < 2; part++) {
      double size = mix[2 * part];
      for (int i = 0; i < mix[2 * part + 1]; i++) {
        if (random.nextDouble() < 1 - Math.exp(-size / interval)) {
          drawn.add(new double[] {part == 0 ? 0 : i + 1, size});
        }
      }
    }
    java.util.Collections.shuffle(drawn, random);
    int[] group = drawn.stream().mapToInt(object -> (int) object[0]).toArray();
    double[] size = drawn.stream().mapToDouble(object -> object[1]).toArray();
    double[] weight = Arrays.stream(size).map(s -> Weights.bytes(s, interval)).toArray();
    double y = Arrays.stream(weight).sum();
    double v = Arrays.stream(weight).map(w -> w * w).sum();
    double largest = Arrays.stream(weight).max().orElse(interval);
    double total = AllocationTotal.of(y, v, 0, largest, 0.025, "").low();
    return SeenMass.low(group, weight, size, total, largest, 0.025);
  }

  /**
   * A hundred large twins among small unique objects that each stand for a thousand: few by count.
   */
  @Test
  void weightsDecideTheShareByCount() {
    int[] group = new int[200];
    double[] weight = new double[200];
    for (int i = 0; i < 200; i++) {
      boolean twin = i < 100;
      group[i] = twin ? 0 : i;
      weight[i] = twin ? 1 : 1000;
    }
    double low = SeenMass.low(group, weight, Weights.ones(200), 100_100, 1000, 0.025);
    // The truth is 99 of 100,100 objects.
    assertThat(low).isLessThanOrEqualTo(99.0 / 100_100);
  }

  private static double mean(Contents contents, Random random) {
    double sum = 0;
    for (int run = 0; run < 200; run++) {
      sum += equal(contents.sample(300, random), Contents.OBJECTS);
    }
    return sum / 200;
  }

  private static double equal(int[] group, double total) {
    double[] ones = Weights.ones(group.length);
    return SeenMass.low(group, ones, ones, total, 1, 0.025);
  }
}
