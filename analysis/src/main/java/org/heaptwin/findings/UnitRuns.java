package org.heaptwin.findings;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.Run;
import org.heaptwin.statistics.MetBefore;
import org.heaptwin.statistics.ReplicaCurve;

/**
 * Runs of consecutive objects of a unit, as {@link ReplicaCurve} and {@link MetBefore} take them:
 * the context's own, or, of several contexts, what each burst gave of all of them ({@link
 * MergedRuns}).
 *
 * @param lost by length: share of the runs, or of their bytes, of which nothing was read
 * @param whole whether every run that was read is here, so that distances are true ones
 */
record UnitRuns(List<UnitRun> runs, IntToDoubleFunction lost, boolean whole) {
  /**
   * One run.
   *
   * @param group content numbers; null when the agent did not write them
   * @param objects what each object stands for; 1 where every run is there
   */
  @SuppressWarnings("ArrayRecordComponent") // thousands of numbers; never compared
  record UnitRun(int[] group, int[] distances, double[] bytes, double[] objects) {}

  /**
   * @param numbers what the contents of the unit's sampled objects are numbered by
   */
  static UnitRuns of(Profile profile, Unit unit, ContentNumbers numbers) {
    return unit.single() == null
        ? new MergedRuns(profile, unit, numbers).build()
        : of(unit.single(), numbers);
  }

  private static UnitRuns of(Context context, ContentNumbers numbers) {
    List<UnitRun> runs = context.runs().stream().map(run -> own(run, numbers)).toList();
    return new UnitRuns(runs, context::droppedShare, true);
  }

  private static UnitRun own(Run run, ContentNumbers numbers) {
    double[] bytes = new double[run.length()];
    double[] ones = new double[run.length()];
    Arrays.setAll(bytes, i -> (double) run.sizeOf(i));
    Arrays.fill(ones, 1);
    int[] group =
        run.group() == null
            ? null
            : Arrays.stream(run.group()).map(number -> numbers.local(0, number)).toArray();
    return new UnitRun(group, run.distances(), bytes, ones);
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

  /** Share of the runs' objects of which nothing was read. */
  double lostShare() {
    return lost.applyAsDouble(1);
  }

  /** Runs whose contents have numbers, by bytes. */
  List<MetBefore.Unit> numbered() {
    return runs.stream()
        .filter(run -> run.group() != null)
        .map(run -> new MetBefore.Unit(run.group(), run.bytes(), run.bytes()))
        .toList();
  }
}
