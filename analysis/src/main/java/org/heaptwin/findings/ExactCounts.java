package org.heaptwin.findings;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Exhaustive;
import org.heaptwin.profile.Profile;
import org.heaptwin.statistics.ClopperPearson;
import org.heaptwin.statistics.Estimate;

/**
 * What an exhaustive recording counted of one unit: numbers without sampling error. Objects of
 * unknown content widen them to bounds that hold whatever those contents were. Contents that
 * compare only within an epoch, and contexts rolled up whose contents are not compared with each
 * other, split groups: a lower end is then all there is.
 */
final class ExactCounts {
  private static final String SOURCE = "every object counted";

  private final List<Exhaustive> parts;
  private final boolean pooled;

  private ExactCounts(List<Exhaustive> parts) {
    this.parts = parts;
    this.pooled = parts.stream().allMatch(Exhaustive::pooled);
  }

  /** Null when the recording was sampled. */
  static ExactCounts of(Profile profile, Unit unit) {
    List<Exhaustive> parts = new ArrayList<>();
    for (Context context : unit.contexts()) {
      if (!profile.recording().exhaustive() || context.exhaustive() == null) {
        return null;
      }
      parts.add(context.exhaustive());
    }
    return new ExactCounts(parts);
  }

  Estimate bytes() {
    return Estimate.exact((double) sum(Exhaustive::bytes), SOURCE);
  }

  Estimate objects() {
    return Estimate.exact((double) sum(Exhaustive::objects), SOURCE);
  }

  /** Objects whose content is known. */
  long grouped() {
    return sum(Exhaustive::grouped);
  }

  /** Different contents, at most: those of several contexts are not compared. */
  long distinct() {
    return sum(Exhaustive::distinct);
  }

  /** Bytes in objects equal to one before them. */
  Estimate replicaBytes() {
    return repeated(Exhaustive::bytes, Exhaustive::groupedBytes, Exhaustive::distinctBytes);
  }

  /** By bytes. */
  Estimate duplicates() {
    return shareOf(replicaBytes(), sum(Exhaustive::bytes));
  }

  Estimate duplicatesByCount() {
    Estimate repeated = repeated(Exhaustive::objects, Exhaustive::grouped, Exhaustive::distinct);
    return shareOf(repeated, sum(Exhaustive::objects));
  }

  /** Null for several contexts, or when no content is known. */
  Finding.Content content() {
    if (parts.size() != 1 || grouped() == 0) {
      return null;
    }
    Exhaustive one = parts.get(0);
    Estimate epochOnly = Estimate.unknown("contents are comparable only within one epoch");
    double objects = (double) one.objects();
    Estimate zero =
        between(one.zeroBytes(), one.zeroBytes() + unknownBytes(one), (double) one.bytes());
    Estimate byBytes =
        between(
            one.largestGroupBytes(),
            one.largestGroupBytes() + unknownBytes(one),
            (double) one.bytes());
    Estimate byCount = between(one.largestGroup(), one.largestGroup() + one.unknown(), objects);
    return new Finding.Content(
        0,
        pooled,
        one.grouped(),
        one.distinct(),
        pooled ? pairIdentity(one) : epochOnly,
        pooled ? byBytes : epochOnly,
        pooled ? byCount : epochOnly,
        zero,
        pooled ? null : withinEpochIdentity(one),
        pooled ? null : byCount);
  }

  /** Empty for several contexts. */
  List<Finding.CurvePoint> curve(int threads) {
    List<Finding.CurvePoint> points = new ArrayList<>();
    if (parts.size() != 1) {
      return points;
    }
    Exhaustive one = parts.get(0);
    Exhaustive.Curve curve = one.curve();
    for (int i = 0; i < curve.windows().length; i++) {
      points.add(
          new Finding.CurvePoint(
              (int) curve.windows()[i],
              threads,
              curveShare(
                  one, curve.objects()[i], 2 * one.unknown() + curve.unknown(), one.objects()),
              curveShare(
                  one,
                  curve.bytes()[i],
                  2 * unknownBytes(one) + curve.unknownBytes(),
                  one.bytes())));
    }
    return points;
  }

  Finding.Exhaustive summary() {
    long different = sum(part -> part.agreement().different());
    double agreement = parts.stream().mapToDouble(part -> part.agreement().sum()).sum();
    return new Finding.Exhaustive(
        pooled ? "recording" : "epoch",
        sum(Exhaustive::objects),
        sum(Exhaustive::bytes),
        grouped(),
        parts.size() == 1 ? distinct() : null,
        parts.size() == 1 ? parts.get(0).largestGroup() : null,
        parts.size() == 1 ? List.of(parts.get(0).groupSizes()) : List.of(),
        duplicates().low(),
        duplicatesByCount().low(),
        different,
        ClopperPearson.estimate(
            agreement, (double) different, 0.025, "random pairs of different objects of one epoch"),
        sum(part -> part.lost().dropped()),
        sum(part -> part.lost().unread()),
        sum(part -> part.lost().ungrouped()),
        sum(Exhaustive::unknown) == 0);
  }

  /** What is known and not the first of its kind, up to all but one of each known kind. */
  private Estimate repeated(
      ToLongFunction<Exhaustive> all,
      ToLongFunction<Exhaustive> grouped,
      ToLongFunction<Exhaustive> distinct) {
    double low = (double) (sum(grouped) - sum(distinct));
    if (!pooled) {
      return Estimate.atLeast(low, 1, SOURCE + ", equality within one epoch");
    }
    long first = parts.stream().mapToLong(distinct).max().orElse(0);
    double high = (double) (sum(all) - first);
    return low == high ? Estimate.exact(low, SOURCE) : bounds(low, high);
  }

  private Estimate bounds(double low, double high) {
    String why =
        parts.size() > 1
            ? SOURCE + ", contexts not compared with each other"
            : SOURCE + ", some contents unknown";
    return new Estimate(null, low, high, 1.0, why);
  }

  private Estimate between(long low, long high, double all) {
    return low == high
        ? Estimate.exact((double) low / all, SOURCE)
        : bounds((double) low / all, (double) high / all);
  }

  private static Estimate shareOf(Estimate amount, long all) {
    return all == 0 ? Estimate.unknown("nothing allocated") : amount.times(1.0 / (double) all);
  }

  private Estimate pairIdentity(Exhaustive one) {
    if (one.objects() < 2) {
      return Estimate.unknown("fewer than two objects");
    }
    double all = (double) one.objects() * (double) (one.objects() - 1) / 2;
    double low = (double) one.identicalPairs() / all;
    double high = (all - (double) (one.pairs() - one.identicalPairs())) / all;
    return one.unknown() == 0 ? Estimate.exact(low, SOURCE) : bounds(low, high);
  }

  private Estimate withinEpochIdentity(Exhaustive one) {
    if (one.withinEpochIdentity() == null) {
      return Estimate.unknown("fewer than two objects in each epoch");
    }
    return one.unknown() == 0
        ? Estimate.exact(one.withinEpochIdentity(), SOURCE)
        : new Estimate(
            one.withinEpochIdentity(), null, null, null, "every object of known content counted");
  }

  /**
   * An object of unknown content may equal one before it, and the next equal one may have been
   * found too far back: two at most.
   */
  private Estimate curveShare(Exhaustive one, long equal, long missed, long all) {
    double share = (double) equal / (double) all;
    if (one.lost().dropped() > 0) {
      return new Estimate(share, null, null, null, SOURCE + ", but some out of their order");
    }
    if (!pooled) {
      return new Estimate(share, share, null, 1.0, SOURCE + ", equality within one epoch");
    }
    return missed == 0
        ? Estimate.exact(share, SOURCE)
        : new Estimate(
            share,
            share,
            Math.min(1, (double) (equal + missed) / (double) all),
            1.0,
            SOURCE + ", some contents unknown");
  }

  private static long unknownBytes(Exhaustive one) {
    return one.bytes() - one.groupedBytes();
  }

  private long sum(ToLongFunction<Exhaustive> number) {
    return parts.stream().mapToLong(number).sum();
  }
}
