package org.heaptwin.findings;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.heaptwin.profile.ContentSample;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.Run;
import org.heaptwin.statistics.ReplicaCurve;
import org.heaptwin.statistics.RunMass;

/**
 * Runs of consecutive objects of a unit, as {@link ReplicaCurve} and {@link RunMass} take them: the
 * context's own, or, of several contexts, what each burst gave of all of them ({@link MergedRuns}).
 *
 * @param sampled bytes of one object of each content that was sampled, by its number
 * @param lost by length: share of the runs, or of their bytes, of which nothing was read
 * @param whole whether every run that was read is here, so that distances are true ones
 */
record UnitRuns(
    List<UnitRun> runs, Map<Integer, Double> sampled, IntToDoubleFunction lost, boolean whole) {
  /** The bound's error goes to the mass and to the total. */
  private static final int PARTS = 2;

  /**
   * One run.
   *
   * @param group content numbers; null when the agent did not write them
   * @param objects what each object stands for; 1 where every run is there
   */
  @SuppressWarnings("ArrayRecordComponent") // thousands of numbers; never compared
  record UnitRun(int[] group, int[] distances, double[] bytes, double[] objects) {}

  static UnitRuns of(Profile profile, Unit unit) {
    return unit.single() == null ? new MergedRuns(profile, unit).build() : of(unit.single());
  }

  private static UnitRuns of(Context context) {
    List<UnitRun> runs = context.runs().stream().map(UnitRuns::own).toList();
    return new UnitRuns(runs, sampled(context), context::droppedShare, true);
  }

  private static UnitRun own(Run run) {
    double[] bytes = new double[run.length()];
    double[] ones = new double[run.length()];
    Arrays.setAll(bytes, i -> (double) run.sizeOf(i));
    Arrays.fill(ones, 1);
    return new UnitRun(run.group(), run.distances(), bytes, ones);
  }

  private static Map<Integer, Double> sampled(Context context) {
    Map<Integer, Double> sizes = new HashMap<>();
    ContentSample sample = context.contentAt(0);
    for (int i = 0; sample != null && i < sample.length(); i++) {
      sizes.merge(sample.group()[i], (double) sample.size()[i], Math::max);
    }
    return sizes;
  }

  ReplicaCurve curveByBytes() {
    return new ReplicaCurve(
        runs.stream().map(run -> new ReplicaCurve.Window(run.distances(), run.bytes())).toList(),
        lost);
  }

  ReplicaCurve curveByCount() {
    return new ReplicaCurve(
        runs.stream().map(run -> new ReplicaCurve.Window(run.distances(), run.objects())).toList(),
        lost);
  }

  /** Whether there are runs enough for {@link #seenAgainLow}. */
  boolean suffice() {
    return readable().size() >= RunMass.LEAST_WINDOWS;
  }

  /**
   * Lower end of the duplicate share by bytes at one-sided error {@code error}, from contents that
   * runs meet again.
   */
  double seenAgainLow(WeightedSum total, double error) {
    if (!suffice()) {
      return 0;
    }
    double each = error / PARTS;
    return RunMass.low(readable(), sampled, total.low(each), lost.applyAsDouble(1), each);
  }

  private List<RunMass.Window> readable() {
    return runs.stream()
        .filter(run -> run.group() != null && run.group().length > 0)
        .map(run -> new RunMass.Window(run.group(), run.bytes()))
        .toList();
  }
}
