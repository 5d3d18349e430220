package org.heaptwin.findings;

import java.util.List;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.Run;
import org.heaptwin.statistics.AllocationTotal;
import org.heaptwin.statistics.Estimate;
import org.heaptwin.statistics.Weights;

/**
 * Allocated bytes or objects of several contexts. Contexts are sampled independently, so totals and
 * variances add.
 *
 * @param total y
 * @param variance v
 * @param exact part of y that was counted in bursts, without sampling
 * @param unseen largest weight of an object that was not seen
 */
record WeightedSum(double total, double variance, double exact, double unseen) {
  private static final String SOURCE = "weighted allocation samples, gamma interval";

  static WeightedSum bytes(Profile profile, List<Context> contexts) {
    double total = 0;
    double variance = 0;
    double exact = 0;
    double unseen = 0;
    for (Context context : contexts) {
      Context.WeightedTotal bytes = context.allocation().bytes();
      total += bytes.total();
      variance += bytes.variance();
      exact += Math.min(bytes.total(), context.allocation().burstSamples() * meanRunSize(context));
      // Without a sample nothing is known of the object sizes; the byte weight of a small one is
      // the interval.
      unseen = Math.max(unseen, Math.max(bytes.largestWeight(), interval(profile, context)));
    }
    return new WeightedSum(total, variance, exact, profile.recording().exhaustive() ? 0 : unseen);
  }

  static WeightedSum objects(Profile profile, List<Context> contexts) {
    double total = 0;
    double variance = 0;
    double exact = 0;
    double unseen = 0;
    for (Context context : contexts) {
      Context.WeightedTotal objects = context.allocation().objects();
      total += objects.total();
      variance += objects.variance();
      exact += Math.min(objects.total(), (double) context.allocation().burstSamples());
      double smallest = Weights.objects(minimumSize(profile, context), interval(profile, context));
      unseen = Math.max(unseen, Math.max(objects.largestWeight(), smallest));
    }
    return new WeightedSum(total, variance, exact, profile.recording().exhaustive() ? 0 : unseen);
  }

  /** Interval with error {@code error} on each side. */
  Estimate estimate(double error) {
    return AllocationTotal.of(total, variance, exact, unseen, error, SOURCE);
  }

  double low(double error) {
    return estimate(error).low();
  }

  double high(double error) {
    return estimate(error).high();
  }

  /** Lower end of the part that was sampled, without what was counted in bursts. */
  double sampledLow(double error) {
    return low(error) - Math.min(total, exact);
  }

  /**
   * The rest after a part of these contexts is taken out; its unseen objects may be as large as
   * those of all.
   */
  WeightedSum minus(WeightedSum part) {
    return new WeightedSum(
        Math.max(0, total - part.total),
        Math.max(0, variance - part.variance),
        Math.max(0, exact - part.exact),
        unseen);
  }

  /**
   * Largest interval in bytes in force for one of the context's samples; the recording's when it
   * has none.
   */
  static double interval(Profile profile, Context context) {
    Long own = context.allocation().largestInterval();
    if (own != null && context.allocation().samples() > 0) {
      return own;
    }
    boolean known =
        profile.sources() != null
            && profile.sources().allocation() != null
            && profile.sources().allocation().largestInterval() != null;
    return known ? profile.sources().allocation().largestInterval() : DEFAULT_INTERVAL;
  }

  /** HotSpot's own sampling interval, in bytes. */
  private static final double DEFAULT_INTERVAL = 524288;

  /**
   * Bytes of the smallest object that the class can have; a header's worth when the layout is
   * unknown.
   */
  static double minimumSize(Profile profile, Context context) {
    Long size = profile.classes().get(context.classIndex()).minimumSize();
    return size == null || size <= 0 ? SMALLEST_OBJECT : size;
  }

  private static final double SMALLEST_OBJECT = 16;

  private static double meanRunSize(Context context) {
    double bytes = context.runs().stream().mapToDouble(Run::bytes).sum();
    double objects = context.runs().stream().mapToDouble(Run::length).sum();
    return objects == 0 ? meanOfTotals(context) : bytes / objects;
  }

  /** Mean object size by the totals, when all runs were dropped. */
  private static double meanOfTotals(Context context) {
    double objects = context.allocation().objects().total();
    return objects == 0 ? 0 : context.allocation().bytes().total() / objects;
  }
}
