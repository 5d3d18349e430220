package org.heaptwin.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * share(W): share of a context's objects whose content equals one of the W objects before it in the
 * same context and thread.
 *
 * <p>The j-th object of a window (j = 0, 1, ...) sees only j predecessors: its distance to the last
 * equal object is known or censored at j. share^(W) = 1 - product over t = 1..W of (1 - e_t/r_t),
 * e_t = weight of objects with distance t, r_t = weight of objects with distance t or more that
 * were still observed at t (Kaplan and Meier 1958). A W uses the windows of at least 2 W objects.
 * Windows are the units ({@link KornGraubard}).
 *
 * <p>No group's first object counts, so share(W) is a lower bound of the duplicate share for every
 * W. Covers the share over the context's objects as long as windows start at random and are cut for
 * reasons that have nothing to do with contents.
 */
public final class ReplicaCurve {
  /** Fewest windows for the W that bounds the duplicate share. */
  static final int BOUND_WINDOWS = 10;

  private final List<Window> windows;
  private final IntToDoubleFunction dropped;

  /** {@code windows}: all that there were, in any order. */
  public ReplicaCurve(List<Window> windows) {
    this(windows, length -> 0);
  }

  /**
   * Curve of windows some of which could not be read.
   *
   * @param windows those that were read, in any order
   * @param dropped by length: share of the windows of at least that length of which nothing could
   *     be read. Both ends of a share widen by it, as if those objects were all unique for the low
   *     end and all repeated for the high one.
   */
  public ReplicaCurve(List<Window> windows, IntToDoubleFunction dropped) {
    this.windows = List.copyOf(windows);
    this.dropped = dropped;
  }

  /**
   * Consecutive objects of one context in one thread.
   *
   * @param distances objects back to the last equal one, 0 = none in the window
   * @param weights bytes, or 1 to count objects
   */
  @SuppressWarnings("ArrayRecordComponent") // thousands of numbers; never compared
  public record Window(int[] distances, double[] weights) {
    /** Every object counts once. */
    public static Window counting(int[] distances) {
      return new Window(distances, Weights.ones(distances.length));
    }

    int length() {
      return distances.length;
    }
  }

  /** Powers of two up to half the longest window. */
  public List<Integer> reaches() {
    int longest = windows.stream().mapToInt(Window::length).max().orElse(0);
    List<Integer> reaches = new ArrayList<>();
    for (int reach = 1; 2 * reach <= longest; reach *= 2) {
      reaches.add(reach);
    }
    return reaches;
  }

  /** Number of windows that share(reach) rests on. */
  public int windowsFor(int reach) {
    return (int) windows.stream().filter(window -> window.length() >= 2 * reach).count();
  }

  /**
   * share(reach), each end at error {@code error}; without ends for fewer than five windows,
   * unknown for none.
   */
  public Estimate share(int reach, double error, String source) {
    List<Window> used = windows.stream().filter(w -> w.length() >= 2 * reach).toList();
    if (used.isEmpty()) {
      return Estimate.unknown(source);
    }
    Table all = new Table(reach);
    double members = 0;
    for (Window window : used) {
      all.add(window, 1);
      members += window.length();
    }
    double[] without = new double[used.size()];
    for (int k = 0; k < without.length; k++) {
      all.add(used.get(k), -1);
      without[k] = all.share();
      all.add(used.get(k), 1);
    }
    return forAll(KornGraubard.estimate(all.share(), members, without, error, source), reach);
  }

  private Estimate forAll(Estimate ofRead, int reach) {
    double lost = dropped.applyAsDouble(2 * reach);
    return ofRead.low() == null || lost <= 0
        ? ofRead
        : new Estimate(
            ofRead.value(),
            (1 - lost) * ofRead.low(),
            (1 - lost) * ofRead.high() + lost,
            ofRead.level(),
            ofRead.source());
  }

  /**
   * The W that bounds the duplicate share, fixed by the windows' lengths alone: the largest with
   * ten windows; null if none.
   */
  public Integer boundReach() {
    Integer best = null;
    for (int reach : reaches()) {
      if (windowsFor(reach) >= BOUND_WINDOWS) {
        best = reach;
      }
    }
    return best;
  }

  /**
   * Lower end of the duplicate share at one-sided error {@code error}, 0 when no W has ten windows.
   */
  public double duplicatesLow(double error) {
    Integer reach = boundReach();
    return reach == null ? 0 : share(reach, error, "").low();
  }

  /** Weights of events and of objects at risk by distance. */
  private static final class Table {
    private final double[] events;
    private final double[] leaving;
    private int objects;

    Table(int reach) {
      events = new double[reach + 2];
      leaving = new double[reach + 2];
    }

    /** Adds a window, or takes it away again. */
    void add(Window window, int sign) {
      int beyond = events.length - 1;
      for (int j = 0; j < window.length(); j++) {
        int distance = window.distances()[j];
        double weight = sign * window.weights()[j];
        leaving[Math.min(beyond, distance > 0 ? distance : j)] += weight;
        if (distance > 0) {
          events[Math.min(beyond, distance)] += weight;
        }
      }
      objects += sign * window.length();
    }

    double share() {
      if (objects == 0) {
        return 0;
      }
      double atRisk = Arrays.stream(leaving).sum() - leaving[0];
      double surviving = 1;
      for (int t = 1; t < events.length - 1; t++) {
        if (atRisk > 0) {
          surviving *= Math.max(0, 1 - events[t] / atRisk);
        }
        atRisk -= leaving[t];
      }
      // Sums of doubles taken away again leave rounding behind; a share of 0 or 1 has its own rule.
      double share = 1 - surviving;
      return share < 1e-9 ? 0 : share > 1 - 1e-9 ? 1 : share;
    }
  }
}
