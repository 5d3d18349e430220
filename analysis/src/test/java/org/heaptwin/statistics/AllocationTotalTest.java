package org.heaptwin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AllocationTotalTest {
  private static final double INTERVAL = 65536;

  /** Numbers of objects by size in bytes. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Sizes(String name, int[] size, int[] count) {
    double total(boolean bytes) {
      double sum = 0;
      for (int k = 0; k < size.length; k++) {
        sum += (double) count[k] * (bytes ? size[k] : 1);
      }
      return sum;
    }

    /** The same mix with about {@code samples} expected samples. */
    Sizes scaledTo(double samples) {
      double expected = 0;
      for (int k = 0; k < size.length; k++) {
        expected += count[k] * (1 - Math.exp(-size[k] / INTERVAL));
      }
      int[] scaled = new int[count.length];
      for (int k = 0; k < count.length; k++) {
        scaled[k] = (int) Math.max(1, Math.round(count[k] * samples / expected));
      }
      return new Sizes(name, size, scaled);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Sizes> sizes() {
    return Stream.of(
        new Sizes("16 B", new int[] {16}, new int[] {1_000_000}),
        new Sizes("1 KB", new int[] {1024}, new int[] {10_000}),
        new Sizes("64 KB", new int[] {65536}, new int[] {1000}),
        new Sizes("4 MB", new int[] {4 << 20}, new int[] {1000}),
        new Sizes("16 B and 64 KB", new int[] {16, 65536}, new int[] {500_000, 100}),
        new Sizes(
            "heavy tail",
            new int[] {16, 256, 4096, 65536, 1 << 20, 4 << 20},
            new int[] {400_000, 25_000, 1600, 100, 6, 1}));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void coversBytesAndObjects(Sizes mix) {
    Random random = new Random(5);
    for (double expected : new double[] {5, 20, 100}) {
      Sizes sizes = mix.scaledTo(expected);
      Coverage bytes = new Coverage();
      Coverage objects = new Coverage();
      for (int run = 0; run < 2000; run++) {
        Sampled sampled = new Sampled(sizes, random);
        bytes.add(sampled.bytes(), sizes.total(true));
        objects.add(sampled.objects(), sizes.total(false));
      }
      bytes.assertAtLeast(0.95, mix + ", bytes, expected " + expected);
      objects.assertAtLeast(0.95, mix + ", objects, expected " + expected);
    }
  }

  @Test
  void withoutASample() {
    Estimate none = AllocationTotal.of(0, 0, 0, INTERVAL, 0.025, "test");
    assertThat(none.low()).isZero();
    assertThat(none.high()).isCloseTo(-Math.log(0.025) * INTERVAL, within(1e-3));
  }

  @Test
  void whatWasCountedIsCertain() {
    Estimate counted = AllocationTotal.of(500, 0, 500, 0, 0.025, "test");
    assertThat(counted.low()).isEqualTo(500);
    assertThat(counted.high()).isEqualTo(500);
  }

  @Test
  void aCountedPartMovesBothEnds() {
    Estimate sampled = AllocationTotal.of(100, 400, 0, 20, 0.025, "test");
    Estimate both = AllocationTotal.of(1100, 400, 1000, 20, 0.025, "test");
    assertThat(both.low()).isCloseTo(sampled.low() + 1000, within(1e-9));
    assertThat(both.high()).isCloseTo(sampled.high() + 1000, within(1e-9));
  }

  @Test
  void poissonCountsGetTheirExactInterval() {
    // Ten events of weight 1 without finite-inclusion correction: Garwood's interval 4.795 to
    // 18.39.
    Estimate garwood = AllocationTotal.of(10, 10, 0, 1, 0.025, "test");
    assertThat(garwood.low()).isCloseTo(4.7954, within(1e-4));
    assertThat(garwood.high()).isCloseTo(18.3904, within(1e-4));
  }

  @Test
  void threeIntervalsAreMissedWithFivePercent() {
    assertThat(AllocationTotal.missed(1000, 0.05)).isCloseTo(2995.7, within(0.1));
  }

  /** One sampled recording, weighted as the agent does. */
  private static final class Sampled {
    private final double[] y = new double[2];
    private final double[] v = new double[2];
    private double largest = 0;
    private final double smallest;

    Sampled(Sizes sizes, Random random) {
      smallest = Weights.objects(sizes.size()[0], INTERVAL);
      for (int k = 0; k < sizes.size().length; k++) {
        double inclusion = 1 - Math.exp(-sizes.size()[k] / INTERVAL);
        long drawn = binomial(sizes.count()[k], inclusion, random);
        double[] weight = {sizes.size()[k] / inclusion, 1 / inclusion};
        for (int unit = 0; unit < 2; unit++) {
          y[unit] += drawn * weight[unit];
          v[unit] += drawn * weight[unit] * weight[unit] * (1 - inclusion);
        }
        largest = drawn > 0 ? Math.max(largest, weight[0]) : largest;
      }
    }

    Estimate bytes() {
      return AllocationTotal.of(
          y[0], v[0], 0, Math.max(largest, y[0] > 0 ? 0 : INTERVAL), 0.025, "test");
    }

    Estimate objects() {
      return AllocationTotal.of(y[1], v[1], 0, smallest, 0.025, "test");
    }

    /** Counts successes by geometric gaps, so that rare ones are cheap. */
    private static long binomial(int trials, double probability, Random random) {
      long successes = 0;
      double at = 0;
      while (true) {
        at += Math.floor(Math.log(1 - random.nextDouble()) / Math.log1p(-probability)) + 1;
        if (at > trials) {
          return successes;
        }
        successes++;
      }
    }
  }
}
