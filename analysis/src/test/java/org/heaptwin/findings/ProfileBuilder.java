package org.heaptwin.findings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.heaptwin.profile.Comparisons;
import org.heaptwin.profile.ContentSample;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Exhaustive;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.Run;
import org.heaptwin.profile.Sources;
import org.heaptwin.profile.Target;
import org.heaptwin.statistics.Weights;

/**
 * Profiles for tests, with totals computed from the sampled objects by the format's own definition.
 */
final class ProfileBuilder {
  static final long INTERVAL = 65536;

  String javaVersion = "25.0.1+8";
  String collector = "Serial";
  boolean exhaustive = false;
  long interval = INTERVAL;
  Long allocatedByMain = null;
  Sources.ProbeSource probes = null;
  private final List<Profile.ClassInfo> classes = new ArrayList<>();
  private final List<String> frames = new ArrayList<>();
  private final List<ContextBuilder> contexts = new ArrayList<>();

  ContextBuilder context(String className, boolean references, String... stack) {
    ContextBuilder context = new ContextBuilder(classIndex(className, references), stack);
    contexts.add(context);
    return context;
  }

  private int classIndex(String name, boolean references) {
    for (int i = 0; i < classes.size(); i++) {
      if (classes.get(i).name().equals(name)) {
        return i;
      }
    }
    classes.add(new Profile.ClassInfo(name, references, 16L, 2));
    return classes.size() - 1;
  }

  private int frameIndex(String frame) {
    if (!frames.contains(frame)) {
      frames.add(frame);
    }
    return frames.indexOf(frame);
  }

  Profile build() {
    List<Context> built = contexts.stream().map(ContextBuilder::build).toList();
    double bytes = 0;
    double variance = 0;
    long samples = 0;
    for (Context context : built) {
      bytes += context.allocation().bytes().total();
      variance += context.allocation().bytes().variance();
      samples += context.allocation().samples();
    }
    return new Profile(
        "heaptwin-profile/1",
        new Profile.Agent("test"),
        new Target(1, javaVersion, "VM", null, collector, true, true, false, 8, 2),
        new Profile.Recording(0, 10_000_000_000L, "stopped", exhaustive),
        new Sources(
            new Sources.AllocationSource(
                "jvmti-sampling", interval, interval, interval, 0L, 0L, 0L, 0L, List.of()),
            null,
            null,
            null,
            probes),
        Map.of("ring full", 2L),
        new Profile.Collections(40, 0),
        null,
        List.of(
            new Profile.ThreadTotals(
                1, "main", samples, bytes, variance, INTERVAL, allocatedByMain)),
        classes,
        frames,
        built);
  }

  /** One context: every sampled object is read. */
  final class ContextBuilder {
    private Context.Probed probed = null;
    private final int classIndex;
    private final int[] stack;
    private final List<Run> runs = new ArrayList<>();
    private final List<String> runContents = new ArrayList<>();
    private List<Context.RunStep> runSteps = List.of();
    private int[] group = new int[0];
    private int[] epoch = null;
    private long[] size = new long[0];
    private String[] fingerprints = null;
    private int[] zeroGroups = new int[0];
    private Comparisons comparisons = null;
    private long accesses = 0;
    private boolean unread = false;
    private Exhaustive counted = null;
    private Context.Rereading rereading = null;

    ContextBuilder(int classIndex, String... stack) {
      this.classIndex = classIndex;
      this.stack = java.util.Arrays.stream(stack).mapToInt(frame -> frameIndex(frame)).toArray();
    }

    ContextBuilder contents(int bytes, int... groups) {
      group = groups;
      size = new long[groups.length];
      java.util.Arrays.fill(size, bytes);
      return this;
    }

    /** The objects were sampled, but their contents could not be read. */
    ContextBuilder unread() {
      unread = true;
      return this;
    }

    /** So many survivors were read again, and so many of them had changed. */
    ContextBuilder reread(long objects, long changed) {
      rereading = new Context.Rereading(objects, changed);
      return this;
    }

    ContextBuilder epochs(int... epochs) {
      epoch = epochs;
      return this;
    }

    ContextBuilder fingerprints(String... byGroup) {
      fingerprints = byGroup;
      return this;
    }

    ContextBuilder zero(int... groups) {
      zeroGroups = groups;
      return this;
    }

    /** Objects of {@code bytes} each that a probe took one in {@code period}. */
    ContextBuilder probed(int bytes, double period, int... groups) {
      long[] sizes = new long[groups.length];
      java.util.Arrays.fill(sizes, bytes);
      double[] periods = new double[groups.length];
      java.util.Arrays.fill(periods, period);
      probed =
          new Context.Probed(
              groups.length,
              List.of(
                  new ContentSample(
                      0,
                      epoch == null,
                      groups.length,
                      groups,
                      sizes,
                      null,
                      epoch,
                      new int[0],
                      null,
                      periods)));
      return this;
    }

    ContextBuilder run(long bytes, int... distances) {
      runs.add(new Run(1, 1, 0, null, null, bytes, null, distances, null, null));
      return this;
    }

    /** Consecutive objects of {@code bytes} each, with numbers as in the sampled contents. */
    ContextBuilder runOf(int bytes, int... groups) {
      int[] distances = new int[groups.length];
      for (int i = 0; i < groups.length; i++) {
        for (int j = 0; j < i; j++) {
          distances[i] = groups[j] == groups[i] ? i - j : distances[i];
        }
      }
      runs.add(new Run(1, 1, 0, null, null, (long) bytes, null, distances, groups, null));
      return this;
    }

    /**
     * What a burst took of this context: objects of 24 bytes, at {@code positions} of the burst,
     * their contents by {@code digits} and never sampled.
     */
    ContextBuilder inBurst(long burst, int epoch, String scope, int[] positions, String... digits) {
      int[] groups = new int[digits.length];
      for (int i = 0; i < digits.length; i++) {
        if (!runContents.contains(digits[i])) {
          runContents.add(digits[i]);
        }
        groups[i] = runContents.indexOf(digits[i]);
      }
      int[] unused = new int[digits.length];
      runs.add(new Run(1, epoch, 0, burst, scope, 24L, null, unused, groups, positions));
      return this;
    }

    /** So many runs were started, of so many bytes, of which so many were read. */
    ContextBuilder started(long count, long bytes, long readBytes) {
      runSteps = List.of(new Context.RunStep(0, count, 0, bytes, readBytes));
      return this;
    }

    ContextBuilder comparisons(Comparisons value) {
      comparisons = value;
      return this;
    }

    ContextBuilder counted(Exhaustive value) {
      counted = value;
      return this;
    }

    ContextBuilder accesses(long count) {
      accesses = count;
      return this;
    }

    private Context build() {
      long[] intervals = new long[group.length];
      java.util.Arrays.fill(intervals, exhaustive ? 0 : interval);
      ContentSample content =
          new ContentSample(
              0,
              epoch == null,
              group.length,
              group,
              size,
              intervals,
              epoch,
              zeroGroups,
              fingerprints,
              null);
      return new Context(
          classIndex,
          stack,
          false,
          allocation(),
          new Context.Accesses(accesses, new long[][] {{12, accesses}}),
          comparisons,
          group.length == 0 || unread ? List.of() : List.of(content),
          runs,
          runContents.toArray(new String[0]),
          runSteps,
          runs.size(),
          0,
          0,
          List.of(),
          new Context.Survival(100, 10, 90),
          rereading,
          probed,
          counted);
    }

    private Context.Allocation allocation() {
      double[] bytes = new double[3];
      double[] objects = new double[3];
      for (long each : size) {
        double weight = Weights.objects((double) each, exhaustive ? 0 : (double) interval);
        double missed = 1 - 1 / weight;
        add(bytes, each * weight, missed);
        add(objects, weight, missed);
      }
      long burst = 0;
      for (Run run : runs) {
        burst += run.length();
        bytes[0] += run.bytes();
        objects[0] += run.length();
      }
      return new Context.Allocation(
          group.length,
          burst,
          new Context.WeightedTotal(bytes[0], bytes[1], bytes[2]),
          new Context.WeightedTotal(objects[0], objects[1], objects[2]),
          exhaustive ? 0 : interval,
          new long[] {1});
    }

    private void add(double[] total, double weight, double missed) {
      total[0] += weight;
      total[1] += weight * weight * missed;
      total[2] = Math.max(total[2], weight);
    }
  }
}
