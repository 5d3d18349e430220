package org.heaptwin.findings;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Profile;
import org.heaptwin.statistics.LargestShare;
import org.heaptwin.statistics.MetBefore;
import org.heaptwin.statistics.SeenMass;

/**
 * The sampled objects of a unit as {@link SeenMass} takes them, by bytes: those that were read, and
 * stand-ins for those of contexts of which nothing was read.
 *
 * <p>A stand-in is unique, so what is not known to be replicated counts as not replicated. Their
 * weights have the sum and the sum of squares of the samples that they stand for; half of them fall
 * into each half of the sample.
 */
@SuppressWarnings("ArrayRecordComponent") // thousands of numbers; never compared
record SplitSample(int[] group, double[] weight, double[] own, double unseen) {

  static SplitSample of(Profile profile, PooledContent content, List<Context> unread) {
    double[] weights = new double[0];
    double unseen = content.unseenBytes();
    for (Context context : unread) {
      WeightedSum bytes = WeightedSum.bytes(profile, List.of(context));
      double[] more = standIns(context, bytes);
      int length = weights.length;
      weights = Arrays.copyOf(weights, length + more.length);
      System.arraycopy(more, 0, weights, length, more.length);
      unseen = Math.max(unseen, bytes.unseen());
    }
    int read = content.length();
    int[] group = Arrays.copyOf(content.group(), read + weights.length);
    double[] weight = Arrays.copyOf(content.bytes(), read + weights.length);
    for (int i = 0; i < weights.length; i++) {
      group[read + i] = -1 - i;
      weight[read + i] = weights[i];
    }
    return new SplitSample(
        group, weight, Arrays.copyOf(content.size(), read + weights.length), unseen);
  }

  private static double[] standIns(Context context, WeightedSum bytes) {
    long samples = context.allocation().samples();
    double sampled = bytes.total() - Math.min(bytes.total(), bytes.exact());
    if (samples == 0 || sampled <= 0) {
      return new double[0];
    }
    double independent =
        bytes.variance() > 0 ? sampled * sampled / bytes.variance() : (double) samples;
    int count = (int) Math.max(1, Math.min((double) samples, Math.rint(independent)));
    double[] weights = new double[2 * ((count + 1) / 2)];
    Arrays.fill(weights, sampled / count);
    return weights;
  }

  /** Each object by itself. */
  List<MetBefore.Unit> units() {
    return IntStream.range(0, group.length)
        .mapToObj(
            i ->
                new MetBefore.Unit(
                    new int[] {group[i]}, new double[] {weight[i]}, new double[] {own[i]}))
        .toList();
  }

  /** Lower end of the duplicate share at one-sided error {@code error}, as in {@link SeenMass}. */
  double duplicatesLow(double totalLow, double error) {
    return SeenMass.low(group, weight, own, totalLow, unseen, error);
  }

  /**
   * The same from the largest group alone: all of its objects but one are duplicates. Uses every
   * object, so a few that are all equal show it sooner than two halves do.
   */
  double largestGroupLow(double totalLow, double error) {
    double one = Arrays.stream(own).max().orElse(0);
    return totalLow <= 0
        ? 0
        : Math.max(0, LargestShare.low(group, weight, unseen, error) - one / totalLow);
  }
}
