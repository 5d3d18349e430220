package org.heaptwin.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * One allocation context: a class and the stack that allocates it.
 *
 * @param classIndex index into {@link Profile#classes}
 * @param frames indices into {@link Profile#frames}, allocating frame first
 * @param truncated the stack was deeper than the agent records
 * @param runs bursts: consecutive objects of this context in one thread
 * @param runContents contents of the group numbers that follow those of {@code content}, as the
 *     last 16 digits of a fingerprint
 * @param runSteps counts by step of the ladder; empty when the agent did not count so
 * @param runsDropped runs of which no content could be read
 * @param runsCut runs shortened by a collection, an unread object or a bound
 * @param runLengths the same by length as allocated; empty when the agent did not count so
 * @param survival null when no registered object met a collection
 * @param rereading null when no survivor was read a second time
 * @param probed null when no probe registered an object
 * @param exhaustive every allocation; null unless the recording was exhaustive
 */
@SuppressWarnings("ArrayRecordComponent") // up to thousands of numbers; never compared
public record Context(
    @JsonProperty("class") int classIndex,
    int[] frames,
    boolean truncated,
    Allocation allocation,
    Accesses accesses,
    Comparisons comparisons,
    List<ContentSample> content,
    List<Run> runs,
    String[] runContents,
    List<RunStep> runSteps,
    long runsStarted,
    long runsDropped,
    long runsCut,
    List<RunLengths> runLengths,
    Survival survival,
    Rereading rereading,
    Probed probed,
    Exhaustive exhaustive) {

  public Context {
    frames = frames == null ? new int[0] : frames;
    content = content == null ? List.of() : content;
    runs = runs == null ? List.of() : runs;
    runContents = runContents == null ? new String[0] : runContents;
    runSteps = runSteps == null ? List.of() : runSteps;
    runLengths = runLengths == null ? List.of() : runLengths;
  }

  /** Sampled objects read, at the given depth; null when none were. */
  public ContentSample contentAt(int depth) {
    return at(depth, content);
  }

  /** Probed objects read, at the given depth; null when none were. */
  public ContentSample probedContentAt(int depth) {
    return probed == null ? null : at(depth, probed.content());
  }

  /** The fingerprint, or its last 16 digits, of a group number of the runs. */
  public String runContent(int group) {
    String[] described = described();
    return group < described.length ? described[group] : runContents[group - described.length];
  }

  /** How many group numbers {@link #runContent} knows. */
  int runContentCount() {
    return described().length + runContents.length;
  }

  private String[] described() {
    ContentSample sample = contentAt(0);
    return sample == null || sample.fingerprints() == null ? new String[0] : sample.fingerprints();
  }

  private static ContentSample at(int depth, List<ContentSample> samples) {
    return samples.stream().filter(sample -> sample.depth() == depth).findFirst().orElse(null);
  }

  /**
   * Objects that probes registered: drawn by number and not by bytes, in no total.
   *
   * @param content with periods
   */
  public record Probed(long registered, List<ContentSample> content) {
    public Probed {
      content = content == null ? List.of() : content;
    }
  }

  /**
   * Share of the runs of at least so many objects of which nothing could be read. Of all runs when
   * it is not known by length.
   *
   * @param length a power of two
   */
  public double droppedShare(int length) {
    if (runLengths.isEmpty()) {
      return share(runsDropped, runsStarted);
    }
    List<RunLengths> asLong = runLengths.stream().filter(runs -> runs.from() >= length).toList();
    return share(
        asLong.stream().mapToLong(RunLengths::dropped).sum(),
        asLong.stream().mapToLong(RunLengths::started).sum());
  }

  private static double share(long part, long all) {
    return all <= 0 ? 0 : Math.min(1, (double) part / all);
  }

  /**
   * The runs of one step of the ladder.
   *
   * @param bytes of all objects of the runs, {@code readBytes} of those that were read
   */
  public record RunStep(int step, long started, long dropped, long bytes, long readBytes) {}

  /** Runs that were {@code from} to 2 {@code from} - 1 objects long when they were allocated. */
  public record RunLengths(int from, long started, long cut, long dropped) {}

  /**
   * What the sampler saw.
   *
   * @param samples registered objects drawn under a positive interval
   * @param burstSamples objects seen in bursts, in the totals with weight 1
   * @param largestInterval bytes, the largest interval in force for one of the samples; null
   *     without samples
   * @param threads ids of the allocating threads
   */
  @SuppressWarnings("ArrayRecordComponent") // up to thousands of numbers; never compared
  public record Allocation(
      long samples,
      long burstSamples,
      WeightedTotal bytes,
      WeightedTotal objects,
      Long largestInterval,
      long[] threads) {
    public Allocation {
      threads = threads == null ? new long[0] : threads;
    }
  }

  /** Horvitz-Thompson total: sum W, sum W^2 (1 - pi), and the largest W, where W = x / pi. */
  public record WeightedTotal(double total, double variance, double largestWeight) {}

  /** {@code offsets}: pairs of offset in bytes and count. */
  @SuppressWarnings("ArrayRecordComponent") // up to thousands of numbers; never compared
  public record Accesses(long samples, long[][] offsets) {
    public Accesses {
      offsets = offsets == null ? new long[0][] : offsets;
    }
  }

  /** Registered objects that met at least one collection. */
  public record Survival(long met, long survived, long died) {}

  /**
   * Survivors of a collection whose content was read a second time, later.
   *
   * @param changed those that held something else by then
   */
  public record Rereading(long objects, long changed) {}
}
