package org.heaptwin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Streams of contents whose duplicate share is counted over the whole of them. */
class RunMassTest {
  private static final int LENGTH = 400_000;
  private static final Map<Integer, Double> NOTHING_SAMPLED = Map.of();

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record ContentStream(String name, int[] content) {
    double duplicateShare() {
      return 1 - (double) Arrays.stream(content).distinct().count() / LENGTH;
    }

    RunMass.Window window(int start, int length) {
      int[] group = Arrays.copyOfRange(content, start, start + length);
      return new RunMass.Window(group, Weights.ones(length));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<ContentStream> streams() {
    return Stream.of(
        oneValueAndUnique(), sharedSet(), runsOfEight(), farPairs(), drifting(), unique());
  }

  private static ContentStream oneValueAndUnique() {
    Random random = new Random(31);
    int[] content = new int[LENGTH];
    Arrays.setAll(content, i -> random.nextDouble() < 0.3 ? 0 : i + 1);
    return new ContentStream("0.3 one value", content);
  }

  /** Five hundred values in random order: far apart, and too many for a small sample. */
  private static ContentStream sharedSet() {
    Random random = new Random(32);
    int[] content = new int[LENGTH];
    Arrays.setAll(content, i -> random.nextInt(500));
    return new ContentStream("500 values", content);
  }

  private static ContentStream runsOfEight() {
    int[] content = new int[LENGTH];
    Arrays.setAll(content, i -> i / 8);
    return new ContentStream("runs of 8", content);
  }

  private static ContentStream farPairs() {
    int[] content = new int[LENGTH];
    Arrays.setAll(content, i -> i % (LENGTH / 2));
    return new ContentStream("pairs far apart", content);
  }

  /** The share of one value goes up and down in phases, of which a window sees one. */
  private static ContentStream drifting() {
    Random random = new Random(33);
    int[] content = new int[LENGTH];
    double share = 0;
    for (int i = 0; i < LENGTH; i++) {
      share = i % 5_000 == 0 ? random.nextDouble() : share;
      content[i] = random.nextDouble() < share ? 0 : i + 1;
    }
    return new ContentStream("phases", content);
  }

  private static ContentStream unique() {
    int[] content = new int[LENGTH];
    Arrays.setAll(content, i -> i);
    return new ContentStream("unique", content);
  }

  /** 1,000 recordings each: the standard error of the coverage is half a point. */
  @ParameterizedTest
  @MethodSource("streams")
  void lowerEndHolds(ContentStream stream) {
    Random random = new Random(34);
    double truth = stream.duplicateShare();
    for (int count : new int[] {12, 30, 100}) {
      Coverage coverage = new Coverage();
      for (int recording = 0; recording < 1_000; recording++) {
        double low = RunMass.low(windows(stream, count, random), NOTHING_SAMPLED, LENGTH, 0, 0.025);
        coverage.add(low <= truth + 1e-9);
      }
      coverage.assertAtLeast(0.96, stream + ", windows = " + count);
    }
  }

  private static List<RunMass.Window> windows(ContentStream stream, int count, Random random) {
    List<RunMass.Window> windows = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      int length = 2 + random.nextInt(40);
      windows.add(stream.window(random.nextInt(LENGTH - length), length));
    }
    return windows;
  }

  @Test
  void seesWhatIsMetAgainInOtherRuns() {
    Random random = new Random(35);
    double low =
        RunMass.low(windows(sharedSet(), 60, random), NOTHING_SAMPLED, LENGTH, 0, 0.025 / 100);
    assertThat(low).isBetween(0.5, 0.9);
  }

  @Test
  void uniqueContentsAndFarPairsAreNotSeen() {
    Random random = new Random(36);
    for (int recording = 0; recording < 100; recording++) {
      assertThat(RunMass.low(windows(unique(), 60, random), NOTHING_SAMPLED, LENGTH, 0, 0.025))
          .isZero();
    }
  }

  @Test
  void handComputed() {
    List<RunMass.Window> windows = new ArrayList<>();
    for (int k = 0; k < 10; k++) {
      // Seen: content 1. Tested: five windows of it alone, so five clusters that all agree.
      windows.add(new RunMass.Window(new int[] {1, 1}, new double[] {24, 24}));
    }
    double all = Math.pow(0.025, 1.0 / 5);
    assertThat(RunMass.low(windows, NOTHING_SAMPLED, 2_400, 0, 0.025))
        .isCloseTo(all - 0.01, within(1e-9));
    assertThat(RunMass.low(windows, Map.of(7, 120.0), 2_400, 0, 0.025))
        .as("another seen content has a first object, too")
        .isCloseTo(all - 0.06, within(1e-9));
    assertThat(RunMass.low(windows, NOTHING_SAMPLED, 2_400, 0.5, 0.025))
        .as("half of the runs were lost")
        .isCloseTo(all / 2 - 0.01, within(1e-9));
    assertThat(RunMass.low(windows.subList(0, 9), NOTHING_SAMPLED, 2_400, 0, 0.025)).isZero();
  }

  @Test
  void sampledContentsAreSeenWithoutARunOfTheirOwn() {
    List<RunMass.Window> windows = new ArrayList<>();
    for (int k = 0; k < 10; k++) {
      windows.add(new RunMass.Window(new int[] {k % 2}, new double[] {24}));
    }
    assertThat(RunMass.low(windows, NOTHING_SAMPLED, 24_000, 0, 0.025)).isZero();
    assertThat(RunMass.low(windows, Map.of(1, 24.0), 24_000, 0, 0.025)).isGreaterThan(0.4);
  }
}
