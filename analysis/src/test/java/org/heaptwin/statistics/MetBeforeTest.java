package org.heaptwin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Streams of contents whose duplicate share is counted over the whole of them. */
class MetBeforeTest {
  private static final int LENGTH = 400_000;
  private static final int OTHER = -1;
  private static final double ERROR = 0.025;
  private static final MetBefore.Credit FULL = new MetBefore.Credit(1, 1);

  /** {@code OTHER} among the contents is an object of another context. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record ContentStream(String name, int[] content, int[] own) {
    ContentStream(String name, int[] content) {
      this(name, content, Arrays.stream(content).filter(number -> number != OTHER).toArray());
    }

    double duplicateShare() {
      return 1 - (double) Arrays.stream(own).distinct().count() / own.length;
    }

    /** What a burst of {@code length} objects of the thread has of the context. */
    MetBefore.Unit run(Random random, int length) {
      int start = random.nextInt(LENGTH - length);
      return counting(
          Arrays.stream(content, start, start + length).filter(n -> n != OTHER).toArray());
    }

    List<MetBefore.Unit> runs(Random random, int count) {
      return IntStream.range(0, count).mapToObj(k -> run(random, 2 + random.nextInt(40))).toList();
    }

    List<MetBefore.Unit> sampled(Random random, int count) {
      return random.ints(count, 0, own.length).distinct().mapToObj(i -> counting(own[i])).toList();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static MetBefore.Unit counting(int... group) {
    return new MetBefore.Unit(group, Weights.ones(group.length), Weights.ones(group.length));
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

  /**
   * Copies come where the context is one object in sixteen, unique ones where it is every other.
   */
  private static ContentStream sparseCopies() {
    int[] content = new int[LENGTH];
    Arrays.fill(content, OTHER);
    for (int i = 0; i < LENGTH; i++) {
      boolean sparse = i / 5_000 % 4 > 0;
      if (i % (sparse ? 16 : 2) == 0) {
        content[i] = sparse ? 0 : i + 1;
      }
    }
    return new ContentStream("sparse copies", content);
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
    for (int runs : new int[] {0, 3, 8, 30}) {
      for (int sampled : new int[] {0, 8, 60}) {
        coverage(stream, runs, sampled, random)
            .assertAtLeast(0.96, stream + ", runs = " + runs + ", sampled = " + sampled);
      }
    }
  }

  private static Coverage coverage(ContentStream stream, int runs, int sampled, Random random) {
    double truth = stream.duplicateShare();
    Coverage coverage = new Coverage();
    for (int recording = 0; recording < 1_000; recording++) {
      MetBefore bound = new MetBefore(stream.sampled(random, sampled), stream.runs(random, runs));
      coverage.add(bound.low(FULL, LENGTH, ERROR) <= truth + 1e-9);
    }
    return coverage;
  }

  /**
   * The limit of it: copies where the context is rare, unique ones where it is frequent, and no run
   * that met that time. Eight runs do not in one of ten recordings.
   */
  @Test
  void runsMustMeetTheTimesAtWhichAContextIsFrequent() {
    Random random = new Random(37);
    coverage(sparseCopies(), 8, 0, random).assertAtLeast(0.88, "8 runs");
    coverage(sparseCopies(), 30, 0, random).assertAtLeast(0.96, "30 runs");
  }

  @Test
  void fewRunsThatAreAllCopiesShowIt() {
    List<MetBefore.Unit> runs = new ArrayList<>();
    for (int k = 0; k < 7; k++) {
      runs.add(counting(2 * k, 2 * k, 2 * k, 2 * k, 2 * k + 1, 2 * k + 1, 2 * k + 1, 2 * k + 1));
    }
    double low = new MetBefore(List.of(), runs).low(FULL, LENGTH, 0.05 / 100);
    assertThat(low).isBetween(0.1, 0.75);
  }

  @Test
  void samplesAndRunsTellMoreTogether() {
    List<MetBefore.Unit> sampled = List.of(counting(1), counting(1), counting(2), counting(2));
    List<MetBefore.Unit> runs = List.of(counting(1, 2, 1), counting(2, 1, 2));
    double together = new MetBefore(sampled, runs).low(FULL, LENGTH, ERROR);
    assertThat(together)
        .isGreaterThan(new MetBefore(sampled, List.of()).low(FULL, LENGTH, ERROR))
        .isGreaterThan(new MetBefore(List.of(), runs).low(FULL, LENGTH, ERROR));
  }

  @Test
  void seesWhatIsMetAgainInOtherRuns() {
    Random random = new Random(35);
    double low = new MetBefore(List.of(), sharedSet().runs(random, 60)).low(FULL, LENGTH, 0.00025);
    assertThat(low).isBetween(0.3, 0.95);
  }

  @Test
  void uniqueContentsAndFarPairsAreNotSeen() {
    Random random = new Random(36);
    for (int recording = 0; recording < 100; recording++) {
      MetBefore bound = new MetBefore(unique().sampled(random, 50), unique().runs(random, 60));
      assertThat(bound.low(FULL, LENGTH, ERROR)).isLessThan(1e-9);
    }
  }

  /** Two equal objects: nothing is staked on the first, the second wins at s + 1/100. */
  @Test
  void handComputed() {
    List<MetBefore.Unit> two = List.of(counting(7), counting(7));
    double low = new MetBefore(two, List.of()).low(FULL, 100, 0.25);
    assertThat(capital(low + 0.01, 1)).isCloseTo(4, within(1e-6));
    double half = new MetBefore(two, List.of()).low(new MetBefore.Credit(0.5, 1), 100, 0.25);
    assertThat(capital(half + 0.01, 0.5)).as("half of a hit").isCloseTo(4, within(1e-6));
    double runs = new MetBefore(List.of(), two).low(FULL, 100, 0.25);
    assertThat(runs).as("a run without a hit stands before them").isBetween(0.01, 0.9 * low);
  }

  private static double capital(double odds, double hit) {
    double learning = (0.5 - odds) / (1 - odds);
    double fixed =
        Stream.of(0.06, 0.25, 0.5, 0.9).mapToDouble(c -> 1 - c + c * hit / odds).sum() / 4;
    return (1 - learning + learning * hit / odds + fixed) / 2;
  }

  @Test
  void firstObjectsOfManyContentsAreNoDuplicates() {
    List<MetBefore.Unit> sampled = new ArrayList<>();
    for (int k = 0; k < 200; k++) {
      sampled.add(counting(k % 100));
    }
    MetBefore bound = new MetBefore(sampled, List.of());
    assertThat(bound.low(FULL, LENGTH, ERROR)).isGreaterThan(0.3);
    assertThat(bound.low(FULL, 200, ERROR)).as("half of all are first ones").isLessThan(0.3);
  }

  @Test
  void thousandsOfUnitsStayWithinTheRangeOfNumbers() {
    List<MetBefore.Unit> sampled = new ArrayList<>();
    for (int k = 0; k < 20_000; k++) {
      sampled.add(counting(k % 10 == 0 ? 1_000 + k : 1));
    }
    assertThat(new MetBefore(sampled, List.of()).low(FULL, 1e9, ERROR)).isBetween(0.88, 0.9);
  }
}
