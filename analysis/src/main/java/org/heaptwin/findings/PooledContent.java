package org.heaptwin.findings;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.heaptwin.profile.ContentSample;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Profile;
import org.heaptwin.statistics.Weights;

/**
 * Contents of a unit's sampled objects at depth 0, with what each object stands for; or, {@code
 * probed}, of those that probes registered. The two are never mixed: one is drawn by bytes over the
 * whole recording, the other by number while its site was probed.
 *
 * <p>Several contexts: contents get one number over all of them ({@link ContentNumbers}). An object
 * then also stands for the samples of its context that were not read or not held, so that contexts
 * weigh by their allocation and not by how many of their objects were read.
 */
@SuppressWarnings("ArrayRecordComponent") // thousands of numbers; never compared
record PooledContent(
    boolean probed,
    boolean pooled,
    int[] group,
    int[] epoch,
    double[] size,
    double[] bytes,
    double[] objects,
    boolean[] zero,
    double unseenBytes,
    double unseenObjects,
    long inspected) {

  /**
   * {@code contexts} with contents of that origin at depth 0 only.
   *
   * @param numbers those of the unit that the contexts belong to
   */
  static PooledContent of(
      Profile profile, List<Context> contexts, boolean probed, ContentNumbers numbers) {
    int length = contexts.stream().mapToInt(context -> sample(context, probed).length()).sum();
    boolean pooled = contexts.stream().allMatch(context -> sample(context, probed).pooled());
    Builder builder = new Builder(length, contexts.size() > 1, probed, pooled, numbers);
    contexts.forEach(context -> builder.add(profile, context));
    return builder.build();
  }

  /** Contents of one origin at depth 0; null when there are none. */
  static ContentSample sample(Context context, boolean probed) {
    return probed ? context.probedContentAt(0) : context.contentAt(0);
  }

  /**
   * What probed objects stand for together: taken one in {@code period} at random, so a
   * Horvitz-Thompson total like those of the JVM's sampler.
   *
   * @param own each object's bytes, or ones
   * @param weight what it stands for in the same unit
   */
  WeightedSum probedTotal(double[] own, double[] weight, double unseen) {
    double total = 0;
    double variance = 0;
    for (int i = 0; i < weight.length; i++) {
      total += weight[i];
      variance += weight[i] * (weight[i] - own[i]);
    }
    return new WeightedSum(total, variance, 0, unseen);
  }

  int length() {
    return group.length;
  }

  long distinct() {
    return Arrays.stream(group).distinct().count();
  }

  private static final class Builder {
    private final boolean several;
    private final boolean probed;
    private final boolean pooled;
    private final int[] group;
    private final int[] epoch;
    private final double[] size;
    private final double[] bytes;
    private final double[] objects;
    private final boolean[] zero;
    private final ContentNumbers numbers;
    private double unseenBytes;
    private double unseenObjects;
    private long inspected;
    private int next;
    private int part;

    Builder(int length, boolean several, boolean probed, boolean pooled, ContentNumbers numbers) {
      this.numbers = numbers;
      this.several = several;
      this.probed = probed;
      this.pooled = pooled;
      group = new int[length];
      epoch = new int[length];
      size = new double[length];
      bytes = new double[length];
      objects = new double[length];
      zero = new boolean[length];
    }

    void add(Profile profile, Context context) {
      ContentSample sample = sample(context, probed);
      long registered = probed ? context.probed().registered() : context.allocation().samples();
      long drawn = Math.max(registered, sample.length());
      double factor = several ? (double) drawn / sample.length() : 1;
      Set<Integer> blank = Arrays.stream(sample.zeroGroups()).boxed().collect(Collectors.toSet());
      double interval = 0;
      double period = 0;
      for (int i = 0; i < sample.length(); i++) {
        group[next] = numbers.of(part, sample, i);
        epoch[next] = sample.epoch() == null ? 0 : sample.epoch()[i];
        size[next] = (double) sample.size()[i];
        double gap = (double) sample.interval()[i];
        double stands = probed ? sample.period()[i] : Weights.objects(size[next], gap);
        bytes[next] = factor * size[next] * stands;
        objects[next] = factor * stands;
        period = Math.max(period, stands);
        zero[next] = blank.contains(sample.group()[i]);
        unseenBytes = Math.max(unseenBytes, bytes[next]);
        interval = Math.max(interval, gap);
        next++;
      }
      double smallest = WeightedSum.minimumSize(profile, context);
      double most = probed ? period : Weights.objects(smallest, interval);
      unseenObjects = Math.max(unseenObjects, factor * most);
      inspected += sample.inspected();
      part++;
    }

    PooledContent build() {
      return new PooledContent(
          probed,
          pooled,
          group,
          epoch,
          size,
          bytes,
          objects,
          zero,
          unseenBytes,
          unseenObjects,
          inspected);
    }
  }
}
