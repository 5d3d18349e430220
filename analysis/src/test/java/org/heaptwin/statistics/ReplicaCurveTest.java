package org.heaptwin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReplicaCurveTest {
  private static final int LENGTH = 400_000;

  /** A stream of contents whose true share(W) is counted over the whole of it. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record ContentStream(String name, int[] content) {
    double share(int reach) {
      return (double) repeats(reach) / LENGTH;
    }

    private int repeats(int reach) {
      Map<Integer, Integer> last = new HashMap<>();
      int repeats = 0;
      for (int i = 0; i < LENGTH; i++) {
        Integer before = last.put(content[i], i);
        repeats += before != null && i - before <= reach ? 1 : 0;
      }
      return repeats;
    }

    /** Distances inside a window, as the agent sees it: nothing before the window is known. */
    ReplicaCurve.Window window(int start, int length) {
      Map<Integer, Integer> last = new HashMap<>();
      int[] distances = new int[length];
      for (int j = 0; j < length; j++) {
        Integer before = last.put(content[start + j], j);
        distances[j] = before == null ? 0 : j - before;
      }
      return ReplicaCurve.Window.counting(distances);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<ContentStream> streams() {
    return Stream.of(runsOfEight(), mixedDistances(), requests());
  }

  private static ContentStream runsOfEight() {
    int[] content = new int[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      content[i] = i / 8;
    }
    return new ContentStream("runs of 8", content);
  }

  /** Half of the objects repeat one at a geometric distance. */
  private static ContentStream mixedDistances() {
    Random random = new Random(14);
    int[] content = new int[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      int back = 1 + (int) (-20 * Math.log(1 - random.nextDouble()));
      content[i] = random.nextBoolean() && back <= i ? content[i - back] : i;
    }
    return new ContentStream("mixed distances", content);
  }

  /** Requests of random length, each with its own fraction of objects from its own small set. */
  private static ContentStream requests() {
    Random random = new Random(15);
    int[] content = new int[LENGTH];
    int request = 0;
    double fraction = 0;
    int left = 0;
    for (int i = 0; i < LENGTH; i++) {
      if (left == 0) {
        request++;
        fraction = random.nextDouble();
        left = 20 + random.nextInt(200);
      }
      left--;
      boolean common = random.nextDouble() < fraction;
      content[i] = common ? -(request * 8 + random.nextInt(8)) - 1 : i;
    }
    return new ContentStream("requests", content);
  }

  /** Lengths are heavy-tailed and have nothing to do with contents. */
  @ParameterizedTest
  @MethodSource("streams")
  void coversWithRandomlyCutWindows(ContentStream stream) {
    Random random = new Random(16);
    int[] reaches = {1, 4, 16, 32};
    double[] truth = new double[reaches.length];
    for (int k = 0; k < reaches.length; k++) {
      truth[k] = stream.share(reaches[k]);
    }
    for (int windows : new int[] {15, 60}) {
      Coverage[] coverage = new Coverage[reaches.length];
      for (int run = 0; run < 1000; run++) {
        ReplicaCurve curve = new ReplicaCurve(draw(stream, windows, random));
        for (int k = 0; k < reaches.length; k++) {
          coverage[k] = coverage[k] == null ? new Coverage() : coverage[k];
          coverage[k].add(curve.share(reaches[k], 0.025, "test"), truth[k]);
        }
      }
      for (int k = 0; k < reaches.length; k++) {
        // The documented coverage from ten windows on is 0.925 and above.
        coverage[k].assertAtLeast(0.925, stream + ", " + windows + " windows, W = " + reaches[k]);
      }
    }
  }

  /** Pareto lengths between 16 and 512. */
  private static List<ReplicaCurve.Window> draw(ContentStream stream, int count, Random random) {
    List<ReplicaCurve.Window> windows = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      int length = (int) Math.min(512, 64 / Math.sqrt(1 - random.nextDouble()));
      windows.add(stream.window(random.nextInt(LENGTH - length), length));
    }
    return windows;
  }

  @Test
  void censoringIsNotTakenForUniqueness() {
    // All objects equal: the first has no predecessor and is not at risk.
    ReplicaCurve curve =
        new ReplicaCurve(List.of(ReplicaCurve.Window.counting(new int[] {0, 1, 1, 1})));
    assertThat(curve.share(1, 0.025, "").value()).isEqualTo(1);
  }

  @Test
  void handComputedProductLimit() {
    // A B A A C B: distances 0 0 2 1 0 4.
    ReplicaCurve curve =
        new ReplicaCurve(List.of(ReplicaCurve.Window.counting(new int[] {0, 0, 2, 1, 0, 4})));
    // t = 1: at risk objects 1..5, one event: 4/5. t = 2: at risk 2, 4, 5; one event: 2/3.
    assertThat(curve.share(1, 0.025, "").value()).isCloseTo(1.0 / 5, within(1e-12));
    assertThat(curve.share(2, 0.025, "").value()).isCloseTo(1 - 4.0 / 5 * 2 / 3, within(1e-12));
    assertThat(curve.reaches()).containsExactly(1, 2);
  }

  @Test
  void bytesWeighObjects() {
    // A B A B with sizes 10, 30, 10, 30 and a unique C of 50.
    ReplicaCurve curve =
        new ReplicaCurve(
            List.of(
                new ReplicaCurve.Window(
                    new int[] {0, 0, 2, 2, 0}, new double[] {10, 30, 10, 30, 50})));
    // t = 1: no event. t = 2: at risk 10 + 30 + 50, events 10 + 30.
    assertThat(curve.share(2, 0.025, "").value()).isCloseTo(40.0 / 90, within(1e-12));
  }

  @Test
  void fewWindowsGiveNoInterval() {
    List<ReplicaCurve.Window> four = repeated(4);
    assertThat(new ReplicaCurve(four).share(1, 0.025, "").low()).isNull();
    assertThat(new ReplicaCurve(repeated(5)).share(1, 0.025, "").low())
        .isCloseTo(Math.pow(0.025, 0.2), within(1e-9));
  }

  @Test
  void theBoundNeedsTenWindowsAndPaysForDroppedOnes() {
    assertThat(new ReplicaCurve(repeated(9)).duplicatesLow(0.025)).isZero();
    ReplicaCurve ten = new ReplicaCurve(repeated(10));
    assertThat(ten.boundReach()).isEqualTo(2);
    double whole = ten.duplicatesLow(0.025);
    assertThat(whole).isCloseTo(Math.pow(0.025, 0.1), within(1e-9));
    // Half of the windows of four objects and more are lost; of the shorter ones none is.
    ReplicaCurve half = new ReplicaCurve(repeated(10), length -> length >= 4 ? 0.5 : 0);
    assertThat(half.duplicatesLow(0.025)).isCloseTo(whole / 2, within(1e-12));
    assertThat(half.share(1, 0.025, "").low()).isCloseTo(whole, within(1e-12));
  }

  private static List<ReplicaCurve.Window> repeated(int count) {
    List<ReplicaCurve.Window> windows = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      windows.add(ReplicaCurve.Window.counting(new int[] {0, 1, 1, 1}));
    }
    return windows;
  }
}
