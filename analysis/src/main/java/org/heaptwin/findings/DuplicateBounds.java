package org.heaptwin.findings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.heaptwin.profile.ContentSample;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.Run;
import org.heaptwin.statistics.DuplicateShare;
import org.heaptwin.statistics.ReplicaCurve;
import org.heaptwin.statistics.SeenMass;

/**
 * Lower ends of one unit's duplicate share, at any error.
 *
 * <p>Several contexts: the seen-mass bound pools their contents ({@link PooledContent}). A context
 * of which nothing was read is taken to be unique ({@link SplitSample}). Curves are never merged,
 * because a run sees only its own context; each context's curve bound is weighted by its share of
 * the bytes, all errors summing to the one asked for.
 *
 * <p>Where probes registered more objects of a site than were sampled there, the contents are
 * theirs; the bound then speaks of the time in which the site was probed.
 *
 * <p>Seen mass covers the objects that were sampled outside bursts and whose contents were read.
 * Contents comparable only within one epoch have different numbers in different epochs, which
 * splits groups and keeps the bound below the truth for the epochs that were read.
 */
final class DuplicateBounds {
  private final Profile profile;
  private final Unit unit;
  private final List<Context> read;
  private final List<Context> curved;
  private final PooledContent content;
  private final WeightedSum allBytes;
  private final SplitSample sample;

  DuplicateBounds(Profile profile, Unit unit) {
    this.profile = profile;
    this.unit = unit;
    boolean probed = probesTellMore(profile, unit);
    this.read = unit.contexts().stream().filter(context -> objects(context, probed) > 0).toList();
    this.curved =
        unit.contexts().stream().filter(context -> curve(context).boundReach() != null).toList();
    this.content = PooledContent.of(profile, read, probed);
    this.allBytes = WeightedSum.bytes(profile, unit.contexts());
    this.sample =
        SplitSample.of(
            profile,
            content,
            unit.contexts().stream().filter(context -> objects(context, probed) == 0).toList());
  }

  PooledContent content() {
    return content;
  }

  /** Objects whose content was read, sampled or in runs. */
  long contentsRead() {
    long inRuns =
        unit.contexts().stream()
            .flatMap(context -> context.runs().stream())
            .mapToLong(Run::length)
            .sum();
    return content.length() + inRuns;
  }

  /** By bytes, the best of the four bounds, each at a quarter of the error. */
  double low(double error) {
    return DuplicateShare.low(
        List.of(this::seenMass, this::largestGroup, this::curve, this::runs), error);
  }

  /** By sample splitting, by bytes. */
  double seenMass(double error) {
    return ofSampled(sample::duplicatesLow, error);
  }

  /** From the largest group of equal objects, by bytes. */
  double largestGroup(double error) {
    return ofSampled(sample::largestGroupLow, error);
  }

  /** A lower end by the lower end of the sampled bytes and the error. */
  @FunctionalInterface
  private interface SampledBound {
    double at(double total, double error);
  }

  private double ofSampled(SampledBound bound, double error) {
    if (content.probed()) {
      WeightedSum total =
          content.probedTotal(content.size(), content.bytes(), content.unseenBytes());
      return bound.at(total.low(error), error);
    }
    double sampled = allBytes.sampledLow(error);
    return ofAll(bound.at(sampled, error), sampled, allBytes, error);
  }

  /** By sample splitting, by count; 0 unless every context was read. */
  double seenMassByCount(double error) {
    if (!everythingRead()) {
      return 0;
    }
    double[] ones = new double[content.length()];
    Arrays.fill(ones, 1);
    if (content.probed()) {
      WeightedSum total = content.probedTotal(ones, content.objects(), content.unseenObjects());
      return SeenMass.low(
          content.group(),
          content.objects(),
          ones,
          total.low(error),
          content.unseenObjects(),
          error);
    }
    WeightedSum objects = WeightedSum.objects(profile, read);
    double sampled = objects.sampledLow(error);
    double low =
        SeenMass.low(
            content.group(), content.objects(), ones, sampled, content.unseenObjects(), error);
    return ofAll(low, sampled, objects, error);
  }

  /**
   * Objects seen in bursts are not among the contents: as far as this bound goes they are unique.
   */
  private static double ofAll(double low, double sampled, WeightedSum total, double error) {
    return low == 0 ? 0 : low * sampled / total.low(error);
  }

  private boolean everythingRead() {
    return read.size() == unit.contexts().size();
  }

  /** From the replica curves, by bytes. */
  double curve(double error) {
    if (curved.isEmpty()) {
      return 0;
    }
    if (unit.single() != null) {
      return curveLow(unit.single(), error);
    }
    double each = error / (2 * curved.size());
    double sum = 0;
    for (Context context : curved) {
      sum += curveLow(context, each) * shareLow(WeightedSum.bytes(profile, List.of(context)), each);
    }
    return sum;
  }

  /** From the replica curve, by count; 0 for several contexts. */
  double curveByCount(double error) {
    return curved.isEmpty() || unit.single() == null
        ? 0
        : ChangedLater.takenOff(countingCurve(unit.single())::duplicatesLow, unit.single(), error);
  }

  private static double curveLow(Context context, double error) {
    return ChangedLater.takenOff(curve(context)::duplicatesLow, context, error);
  }

  /** From contents that runs meet again, by bytes; 0 for several contexts. */
  double runs(double error) {
    return unit.single() == null
        ? 0
        : ChangedLater.takenOff(
            e -> RunContents.duplicatesLow(unit.single(), allBytes, e), unit.single(), error);
  }

  /** W of the curve's bound, null when there is none or several contexts have one each. */
  Integer curveWindow() {
    return curved.isEmpty() || unit.single() == null ? null : curve(unit.single()).boundReach();
  }

  /** Lower end of a part's share of the unit's bytes, from the opposite ends of part and rest. */
  private double shareLow(WeightedSum part, double error) {
    double low = part.low(error / 2);
    double rest = allBytes.minus(part).high(error / 2);
    return low <= 0 ? 0 : low / (low + rest);
  }

  WeightedSum bytes() {
    return allBytes;
  }

  /**
   * The sample of more objects is used, a choice that does not depend on what was read. Only within
   * one site: the probes of different sites stood for different times.
   */
  private static boolean probesTellMore(Profile profile, Unit unit) {
    long sites =
        unit.contexts().stream()
            .map(context -> context.frames().length == 0 ? -1 : context.frames()[0])
            .distinct()
            .count();
    if (profile.recording().exhaustive() || sites != 1) {
      return false;
    }
    long probed = unit.contexts().stream().mapToLong(context -> objects(context, true)).sum();
    long sampled = unit.contexts().stream().mapToLong(context -> objects(context, false)).sum();
    return probed > sampled;
  }

  private static int objects(Context context, boolean probed) {
    ContentSample sample = PooledContent.sample(context, probed);
    return sample == null ? 0 : sample.length();
  }

  /** The context's curve by bytes. */
  static ReplicaCurve curve(Context context) {
    List<ReplicaCurve.Window> windows = new ArrayList<>();
    for (Run run : context.runs()) {
      windows.add(new ReplicaCurve.Window(run.distances(), RunContents.sizes(run)));
    }
    return new ReplicaCurve(windows, context::droppedShare);
  }

  /** The context's curve by count. */
  static ReplicaCurve countingCurve(Context context) {
    return new ReplicaCurve(
        context.runs().stream().map(run -> ReplicaCurve.Window.counting(run.distances())).toList(),
        context::droppedShare);
  }
}
