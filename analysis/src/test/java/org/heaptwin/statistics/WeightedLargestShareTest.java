package org.heaptwin.statistics;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Largest share of contexts that mix object sizes: sampled with the VM's inclusion probability,
 * weighted back.
 */
class WeightedLargestShareTest {
  private static final double INTERVAL = 65536;

  /**
   * @param sizes of the groups' objects in bytes
   * @param counts objects per group
   * @param uniqueSize bytes of each of {@code uniques} further objects without a twin
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Mix(String name, int[] sizes, int[] counts, int uniqueSize, int uniques) {
    double share(boolean byBytes) {
      double all = (double) uniques * (byBytes ? uniqueSize : 1);
      double largest = 0;
      for (int g = 0; g < sizes.length; g++) {
        double own = (double) counts[g] * (byBytes ? sizes[g] : 1);
        all += own;
        largest = Math.max(largest, own);
      }
      return largest / all;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Mix> mixes() {
    return Stream.of(
        new Mix("two sizes, two groups", new int[] {64, 65536}, new int[] {100_000, 100}, 64, 0),
        new Mix("small group, large unique", new int[] {64}, new int[] {60_000}, 262_144, 20),
        new Mix("large group, small unique", new int[] {1 << 20}, new int[] {12}, 64, 80_000),
        new Mix(
            "seven sizes",
            new int[] {64, 256, 1024, 4096, 16384, 65536, 262144},
            new int[] {50_000, 12_000, 3_000, 800, 200, 50, 12},
            64,
            1000));
  }

  @ParameterizedTest
  @MethodSource("mixes")
  void coversByBytesAndByCount(Mix mix) {
    Random random = new Random(3);
    Coverage byBytes = new Coverage();
    Coverage byCount = new Coverage();
    for (int run = 0; run < 600; run++) {
      Draw draw = new Draw(mix, random);
      byBytes.add(
          LargestShare.of(draw.group(), draw.bytes(), draw.largestBytes(), 0.025, "test"),
          mix.share(true));
      double smallest = Weights.objects(64, INTERVAL);
      byCount.add(
          LargestShare.of(draw.group(), draw.objects(), smallest, 0.025, "test"), mix.share(false));
    }
    byBytes.assertAtLeast(0.95, mix + " by bytes");
    byCount.assertAtLeast(0.95, mix + " by count");
  }

  /** One sampled recording of a mix. */
  private static final class Draw {
    private final java.util.List<int[]> drawn = new java.util.ArrayList<>();

    Draw(Mix mix, Random random) {
      for (int g = 0; g < mix.sizes().length; g++) {
        take(mix.counts()[g], mix.sizes()[g], g, false, random);
      }
      take(mix.uniques(), mix.uniqueSize(), 1000, true, random);
    }

    private void take(int count, int size, int group, boolean unique, Random random) {
      double inclusion = 1 - Math.exp(-size / INTERVAL);
      int number = group;
      for (int i = 0; i < count; i++) {
        if (random.nextDouble() < inclusion) {
          drawn.add(new int[] {number, size});
          number += unique ? 1 : 0;
        }
      }
    }

    int[] group() {
      return drawn.stream().mapToInt(object -> object[0]).toArray();
    }

    double[] bytes() {
      return drawn.stream().mapToDouble(o -> Weights.bytes(o[1], INTERVAL)).toArray();
    }

    double[] objects() {
      return drawn.stream().mapToDouble(o -> Weights.objects(o[1], INTERVAL)).toArray();
    }

    double largestBytes() {
      return java.util.Arrays.stream(bytes()).max().orElse(INTERVAL);
    }
  }
}
