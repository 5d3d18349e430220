package org.heaptwin.findings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.Run;

/**
 * Puts together what one burst gave of a unit's contexts, in the order of allocation.
 *
 * <p>A burst takes every object of a thread, so its objects of a site are as consecutive as those
 * of one context: copies that different stacks make of the same thing are seen. Bursts of one
 * probed site count where the unit is that site, runs of one chosen context never.
 *
 * <p>Contexts keep a random subset of their runs. Where some are missing, those that are there
 * stand for them, and distances are no longer true; both ends of a share are right as long as they
 * are taken over all distances. Objects that a burst took and that could not be read count as
 * unique.
 */
final class MergedRuns {
  private final boolean pooled;
  private final boolean oneSite;
  private final List<Context> contexts;
  private final ContentNumbers numbers;
  private final Map<Place, List<Item>> items = new TreeMap<>(Place.ORDER);
  private boolean whole = true;

  /**
   * @param epoch 0 where contents of all epochs are comparable
   */
  private record Place(long burst, int epoch) {
    static final Comparator<Place> ORDER =
        Comparator.comparingLong(Place::burst).thenComparingInt(Place::epoch);
  }

  private record Item(int position, int group, double bytes, double objects) {}

  MergedRuns(Profile profile, Unit unit, ContentNumbers numbers) {
    this.numbers = numbers;
    this.pooled = Boolean.FALSE.equals(unit.type().hasReferences());
    this.oneSite = unit.allocatingFrames() == 1;
    this.contexts = unit.contexts();
    if (!profile.recording().exhaustive()) {
      contexts.forEach(this::add);
    }
  }

  UnitRuns build() {
    List<UnitRuns.UnitRun> runs = new ArrayList<>();
    items.values().forEach(objects -> runs.add(merged(objects)));
    double lost = lostBytes();
    return new UnitRuns(runs, length -> lost, whole);
  }

  private void add(Context context) {
    Map<Integer, Double> standsFor = new HashMap<>();
    for (Run run : context.runs()) {
      if (usable(run)) {
        add(context, run, standsFor.computeIfAbsent(run.step(), step -> standsFor(context, step)));
      }
    }
  }

  private boolean usable(Run run) {
    boolean everything = Run.OF_THREAD.equals(run.scope());
    return (everything || (oneSite && Run.OF_SITE.equals(run.scope())))
        && run.burst() != null
        && run.positions() != null
        && run.group() != null;
  }

  private void add(Context context, Run run, double standsFor) {
    whole &= standsFor == 1;
    Integer epoch = pooled ? null : run.epoch();
    List<Item> objects =
        items.computeIfAbsent(
            new Place(run.burst(), epoch == null ? 0 : epoch), unused -> new ArrayList<>());
    for (int i = 0; i < run.length(); i++) {
      long size = run.sizeOf(i);
      int number = numbers.of(context.runContent(run.group()[i]), size, epoch);
      objects.add(new Item(run.positions()[i], number, standsFor * size, standsFor));
    }
  }

  /** Runs of that step that were read, over those that were kept. */
  private static double standsFor(Context context, int step) {
    long kept = context.runs().stream().filter(run -> run.step() == step).count();
    return context.runSteps().stream()
        .filter(counts -> counts.step() == step)
        .mapToDouble(counts -> (double) (counts.started() - counts.dropped()) / kept)
        .findFirst()
        .orElse(1);
  }

  private static UnitRuns.UnitRun merged(List<Item> objects) {
    objects.sort(Comparator.comparingInt(Item::position));
    int[] group = objects.stream().mapToInt(Item::group).toArray();
    int[] distances = new int[group.length];
    Map<Integer, Integer> last = new HashMap<>();
    Arrays.setAll(
        distances,
        i -> {
          Integer before = last.put(group[i], i);
          return before == null ? 0 : i - before;
        });
    return new UnitRuns.UnitRun(
        group,
        distances,
        objects.stream().mapToDouble(Item::bytes).toArray(),
        objects.stream().mapToDouble(Item::objects).toArray());
  }

  private double lostBytes() {
    long all = 0;
    long read = 0;
    for (Context context : contexts) {
      for (Context.RunStep step : context.runSteps()) {
        all += step.bytes();
        read += step.readBytes();
      }
    }
    return all <= 0 ? 0 : 1 - (double) read / all;
  }
}
