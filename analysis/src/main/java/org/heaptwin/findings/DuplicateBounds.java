package org.heaptwin.findings;

import java.util.Arrays;
import java.util.List;
import org.heaptwin.profile.ContentSample;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.Run;
import org.heaptwin.statistics.DuplicateShare;
import org.heaptwin.statistics.MetBefore;
import org.heaptwin.statistics.SeenMass;

/**
 * Lower ends of one unit's duplicate share, at any error.
 *
 * <p>Several contexts: contents are compared with each other over all of them ({@link
 * PooledContent}), and so are the runs that one burst gave of them ({@link UnitRuns}). A context of
 * which nothing was read is taken to be unique ({@link SplitSample}).
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
  private final UnitRuns runs;
  private final PooledContent content;
  private final WeightedSum allBytes;
  private final SplitSample sample;
  private MetBefore metBefore;

  DuplicateBounds(Profile profile, Unit unit) {
    this.profile = profile;
    this.unit = unit;
    boolean probed = probesTellMore(profile, unit);
    this.read = unit.contexts().stream().filter(context -> objects(context, probed) > 0).toList();
    ContentNumbers numbers = new ContentNumbers(unit);
    this.runs = UnitRuns.of(profile, unit, numbers);
    this.content = PooledContent.of(profile, read, probed, numbers);
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
        List.of(this::seenMass, this::largestGroup, this::curve, this::metBefore), error);
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

  UnitRuns unitRuns() {
    return runs;
  }

  /** From the replica curve, by bytes. */
  double curve(double error) {
    return lessChanged(runs.curveByBytes()::duplicatesLow, error);
  }

  /** From the replica curve, by count. */
  double curveByCount(double error) {
    return lessChanged(runs.curveByCount()::duplicatesLow, error);
  }

  /** From contents that were met before, in samples or runs, by bytes. */
  double metBefore(double error) {
    return lessChanged(this::metBeforeAsRead, error);
  }

  private double metBeforeAsRead(double error) {
    if (metBefore == null) {
      // Objects of probes may lie in runs, too, so they are no units beside them.
      metBefore = new MetBefore(content.probed() ? List.of() : sample.units(), runs.numbered());
    }
    double each = error / 2;
    double all = allBytes.low(each);
    // As far as samples go, objects seen in bursts are unique.
    double sampled = all <= 0 ? 0 : Math.max(0, allBytes.sampledLow(each) / all);
    return metBefore.low(new MetBefore.Credit(sampled, 1 - runs.lostShare()), all, each);
  }

  private double lessChanged(DuplicateShare.LowerBound bound, double error) {
    return ChangedLater.takenOff(bound, unit.contexts(), error);
  }

  /** W of the curve's bound, null when there is none. */
  Integer curveWindow() {
    return runs.curveByBytes().boundReach();
  }

  WeightedSum bytes() {
    return allBytes;
  }

  /**
   * The sample of more objects is used, a choice that does not depend on what was read. Only within
   * one site: the probes of different sites stood for different times.
   */
  private static boolean probesTellMore(Profile profile, Unit unit) {
    if (profile.recording().exhaustive() || unit.allocatingFrames() != 1) {
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
}
