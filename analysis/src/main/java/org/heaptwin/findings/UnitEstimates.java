package org.heaptwin.findings;

import org.heaptwin.profile.Context;
import org.heaptwin.profile.Profile;
import org.heaptwin.statistics.Estimate;
import org.heaptwin.statistics.ReplicaBytes;

/**
 * One unit's totals and duplicate bounds at any error, with the sampler's departures taken into
 * account.
 */
final class UnitEstimates {
  private final SamplerRule rule;
  private final Profile profile;
  private final Unit unit;
  private final DuplicateBounds bounds;
  private final Double exactDuplicates;
  private final Double exactDuplicatesByCount;

  UnitEstimates(Profile profile, SamplerRule rule, Unit unit) {
    this.profile = profile;
    this.rule = rule;
    this.unit = unit;
    this.bounds = new DuplicateBounds(profile, unit);
    boolean exhaustive = exhaustive();
    this.exactDuplicates = exhaustive ? repeated(bounds.content(), bounds.content().size()) : null;
    this.exactDuplicatesByCount =
        exhaustive ? repeated(bounds.content(), bounds.content().objects()) : null;
  }

  Unit unit() {
    return unit;
  }

  DuplicateBounds bounds() {
    return bounds;
  }

  /**
   * Interval of allocated bytes; a value without ends when only thinly sampled threads allocate
   * here.
   */
  Estimate bytes(double error) {
    return guarded(bounds.bytes().estimate(error));
  }

  Estimate objects(double error) {
    return guarded(WeightedSum.objects(profile, unit.contexts()).estimate(error));
  }

  private Estimate guarded(Estimate total) {
    if (rule.thin(unit)) {
      return new Estimate(total.value(), null, null, null, "thinly sampled threads only");
    }
    return rule.departures(unit.contexts()).widen(total);
  }

  /** Duplicate share by bytes: exact, or a lower end at one-sided error {@code error}. */
  Estimate duplicates(double error) {
    if (exactDuplicates != null) {
      return Estimate.exact(exactDuplicates, "every object read");
    }
    return bounds.contentsRead() < 2
        ? Estimate.unknown("no contents read")
        : Estimate.atLeast(
            bounds.low(error), 1 - error, "seen mass or replica curve, the better one");
  }

  Estimate duplicatesByCount(double error) {
    if (exactDuplicatesByCount != null) {
      return Estimate.exact(exactDuplicatesByCount, "every object read");
    }
    if (bounds.contentsRead() < 2) {
      return Estimate.unknown("no contents read");
    }
    double low = Math.max(bounds.seenMassByCount(error / 2), bounds.curveByCount(error / 2));
    return Estimate.atLeast(low, 1 - error, "seen mass or replica curve, the better one");
  }

  /**
   * Replica bytes: exact, or a lower end whose one-sided error is {@code error}, split evenly
   * between its two factors.
   */
  Estimate replicaBytes(double error) {
    Estimate duplicates = duplicates(error / 2);
    if (exactDuplicates != null) {
      return Estimate.exact(exactDuplicates * bytes(error / 2).value(), "every object read");
    }
    return ReplicaBytes.of(
        bytes(error / 2).low(),
        duplicates.low(),
        error,
        "lower end of bytes times lower end of the duplicate share");
  }

  /** Whether every object of the unit was read and is comparable with every other. */
  private boolean exhaustive() {
    if (!profile.recording().exhaustive() || !bounds.content().pooled()) {
      return false;
    }
    for (Context context : unit.contexts()) {
      boolean all =
          context.contentAt(0) != null
              && context.allocation().burstSamples() == 0
              && context.allocation().samples() > 0
              && context.contentAt(0).length() == context.allocation().samples();
      if (!all) {
        return false;
      }
    }
    return true;
  }

  boolean exact() {
    return exactDuplicates != null;
  }

  /** Share of {@code amount} in objects whose content occurred before. */
  private static double repeated(PooledContent content, double[] amount) {
    java.util.Set<Integer> seen = new java.util.HashSet<>();
    double again = 0;
    double all = 0;
    for (int i = 0; i < content.length(); i++) {
      all += amount[i];
      again += seen.add(content.group()[i]) ? 0 : amount[i];
    }
    return all == 0 ? 0 : again / all;
  }
}
