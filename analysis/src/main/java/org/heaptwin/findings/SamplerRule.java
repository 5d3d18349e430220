package org.heaptwin.findings;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Profile;
import org.heaptwin.statistics.AllocationTotal;
import org.heaptwin.statistics.Estimate;

/**
 * Where the VM's sampler departs from the rule that the weights assume, and what is done about it.
 *
 * <p>A JDK before 25 departs from it where large arrays alternate with small objects (reworked by
 * JDK-8356372). Where a recording shows objects of 64 KB or more, the intervals of totals are
 * widened by the departures that were measured with exact counts ({@link SamplerDepartures}). Per
 * thread, the weighted total over the VM's own count shows others; a thread outside [0.9, 1.1]
 * whose interval excludes 1 is flagged, and so are its contexts.
 *
 * <p>A thread that allocated less than three intervals has too few gaps, and many such threads
 * repeat each other's first gap: it is "thinly sampled", and a context that only such threads
 * allocate gets no interval.
 */
final class SamplerRule {
  private static final int REWORKED = 25;
  private static final double TOLERANCE = 0.1;
  private static final int LEAST_INTERVALS = 3;

  private final Profile profile;
  private final boolean departs;
  private final boolean widened;
  private final Map<Long, Findings.ThreadFinding> threads = new HashMap<>();

  SamplerRule(Profile profile) {
    this.profile = profile;
    Integer feature = profile.target().javaFeature();
    this.departs = feature == null || feature < REWORKED;
    boolean sampled = !profile.recording().exhaustive();
    this.widened =
        sampled
            && departs
            && profile.contexts().stream()
                .anyMatch(context -> ObjectSizes.of(context).largest() >= SamplerDepartures.LARGE);
    for (Profile.ThreadTotals thread : profile.threads()) {
      threads.put(thread.id(), finding(thread, sampled));
    }
  }

  /** Whether intervals of allocated totals are widened in this recording. */
  boolean widened() {
    return widened;
  }

  List<Findings.ThreadFinding> threads() {
    return profile.threads().stream().map(thread -> threads.get(thread.id())).toList();
  }

  String name(long thread) {
    return threads.get(thread).name();
  }

  /**
   * Bytes in thinly sampled threads by the VM's count; null when that is unknown for one of them.
   */
  Double thinBytes() {
    double sum = 0;
    for (Profile.ThreadTotals thread : profile.threads()) {
      if (threads.get(thread.id()).thinlySampled()) {
        if (thread.allocatedBytes() == null) {
          return null;
        }
        sum += thread.allocatedBytes();
      }
    }
    return sum;
  }

  /** Whether only thinly sampled threads allocate the unit. */
  boolean thin(Unit unit) {
    long[] ids = allocating(unit);
    return ids.length > 0
        && java.util.Arrays.stream(ids).allMatch(id -> threads.get(id).thinlySampled());
  }

  boolean flagged(Unit unit) {
    return java.util.Arrays.stream(allocating(unit)).anyMatch(id -> threads.get(id).flagged());
  }

  long[] allocating(Unit unit) {
    return unit.contexts().stream()
        .flatMapToLong(context -> java.util.Arrays.stream(context.allocation().threads()))
        .distinct()
        .sorted()
        .toArray();
  }

  /** What the intervals of these contexts' sum are widened by. */
  SamplerDepartures departures(List<Context> contexts) {
    if (!widened) {
      return SamplerDepartures.NONE;
    }
    double interval = 0;
    ObjectSizes sizes = ObjectSizes.NONE;
    for (Context context : contexts) {
      interval = Math.max(interval, WeightedSum.interval(profile, context));
      sizes = sizes.and(ObjectSizes.of(context));
    }
    return SamplerDepartures.of(sizes.smallest(), sizes.largest(), interval);
  }

  /** What the bytes of a thread or of all are widened by. */
  SamplerDepartures departuresOfAllSizes() {
    return widened ? SamplerDepartures.ofAllSizes(interval()) : SamplerDepartures.NONE;
  }

  private Findings.ThreadFinding finding(Profile.ThreadTotals thread, boolean sampled) {
    double unseen = Math.max(thread.largestWeight(), interval());
    Estimate total =
        AllocationTotal.of(
            thread.bytes(),
            thread.bytesVariance(),
            0,
            sampled ? unseen : 0,
            0.025,
            "weighted samples over the VM's count");
    double counted = thread.allocatedBytes() == null ? thread.bytes() : thread.allocatedBytes();
    boolean thin = sampled && counted < LEAST_INTERVALS * interval();
    boolean known = thread.allocatedBytes() != null && thread.allocatedBytes() > 0;
    if (!known) {
      Estimate unknown = Estimate.unknown("the VM's count is not known");
      return new Findings.ThreadFinding(thread.id(), thread.name(), unknown, false, thin);
    }
    Estimate inflation = total.times(1.0 / thread.allocatedBytes());
    boolean outside = Math.abs(inflation.value() - 1) > TOLERANCE;
    boolean certain = inflation.low() > 1 || inflation.high() < 1;
    return new Findings.ThreadFinding(
        thread.id(),
        thread.name(),
        departuresOfAllSizes().widen(inflation),
        sampled && departs && outside && certain,
        thin);
  }

  private double interval() {
    boolean known =
        profile.sources() != null
            && profile.sources().allocation() != null
            && profile.sources().allocation().largestInterval() != null;
    return known ? profile.sources().allocation().largestInterval() : 0;
  }
}
