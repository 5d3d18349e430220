package org.heaptwin.findings;

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
  private final ExactCounts exact;

  UnitEstimates(Profile profile, SamplerRule rule, Unit unit) {
    this.profile = profile;
    this.rule = rule;
    this.unit = unit;
    this.bounds = new DuplicateBounds(profile, unit);
    this.exact = ExactCounts.of(profile, unit);
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
    if (exact != null) {
      return exact.bytes();
    }
    return guarded(bounds.bytes().estimate(error));
  }

  Estimate objects(double error) {
    if (exact != null) {
      return exact.objects();
    }
    return guarded(WeightedSum.objects(profile, unit.contexts()).estimate(error));
  }

  private Estimate guarded(Estimate total) {
    if (rule.thin(unit)) {
      return new Estimate(total.value(), null, null, null, "thinly sampled threads only");
    }
    return rule.departures(unit.contexts()).widen(total);
  }

  /** Duplicate share by bytes: counted, or a lower end at one-sided error {@code error}. */
  Estimate duplicates(double error) {
    if (exact != null) {
      return exact.duplicates();
    }
    return bounds.contentsRead() < 2
        ? Estimate.unknown("no contents read")
        : Estimate.atLeast(
            bounds.low(error),
            1 - error,
            "seen mass, largest group, replica curve or contents met before, the best one");
  }

  Estimate duplicatesByCount(double error) {
    if (exact != null) {
      return exact.duplicatesByCount();
    }
    if (bounds.contentsRead() < 2) {
      return Estimate.unknown("no contents read");
    }
    double low = Math.max(bounds.seenMassByCount(error / 2), bounds.curveByCount(error / 2));
    return Estimate.atLeast(low, 1 - error, "seen mass or replica curve, the better one");
  }

  /**
   * Replica bytes: counted, or a lower end whose one-sided error is {@code error}, split evenly
   * between its two factors.
   */
  Estimate replicaBytes(double error) {
    if (exact != null) {
      return exact.replicaBytes();
    }
    Estimate duplicates = duplicates(error / 2);
    return ReplicaBytes.of(
        bytes(error / 2).low(),
        duplicates.low(),
        error,
        "lower end of bytes times lower end of the duplicate share");
  }

  /** What was counted without sampling; null in a sampled recording. */
  ExactCounts exact() {
    return exact;
  }

  /** Objects whose content is known. */
  long contentsRead() {
    return exact == null ? bounds.contentsRead() : exact.grouped();
  }
}
