package org.heaptwin.findings;

import java.util.List;
import org.heaptwin.statistics.Estimate;

/**
 * One allocation context, site or class, with all its estimates. An estimate is never null; what is
 * unknown has null parts.
 *
 * @param rank from 1, by the lower end of replica bytes
 * @param accessRank from 1, by accesses to replicas; null when no access was sampled here
 * @param frames the whole stack (context), the site's line alone (site), or none (class);
 *     allocating frame first
 * @param contexts how many contexts the finding rolls up
 * @param replicaBytes lower end of allocated bytes times lower end of the duplicate share, 95 %
 *     one-sided; exact when exhaustive
 * @param replicaBytesPerSecond the same over the recording's duration
 * @param decision whether the duplicate share is shown to lie above 0.10, over the whole family of
 *     findings
 * @param content null when no content was read or contents of different contexts cannot be pooled
 * @param comparisons null when no pair was compared
 * @param curve share of objects equal to one of the W before them; empty when no run is long enough
 *     or contexts are rolled up
 * @param survivedFirstCollection share of sampled objects that outlived the first collection they
 *     met
 * @param threads names of the allocating threads
 * @param cautions what weakens this finding's numbers, one clause each
 * @param exhaustive what was counted without sampling; null in a sampled recording
 */
public record Finding(
    int rank,
    Integer accessRank,
    String className,
    List<String> frames,
    boolean truncated,
    int contexts,
    Evidence evidence,
    Allocated allocated,
    Estimate replicaBytes,
    Estimate replicaBytesPerSecond,
    Decision decision,
    Duplicates duplicates,
    Content content,
    Compared comparisons,
    List<CurvePoint> curve,
    Accessed accessed,
    Estimate survivedFirstCollection,
    List<String> threads,
    List<String> cautions,
    Exhaustive exhaustive) {

  Finding withRanks(int newRank, Integer newAccessRank) {
    return new Finding(
        newRank,
        newAccessRank,
        className,
        frames,
        truncated,
        contexts,
        evidence,
        allocated,
        replicaBytes,
        replicaBytesPerSecond,
        decision,
        duplicates,
        content,
        comparisons,
        curve,
        accessed,
        survivedFirstCollection,
        threads,
        cautions,
        exhaustive);
  }

  /** Whether it is called replicated, surely or likely. */
  public boolean reported() {
    return decision == Decision.REPLICATED || decision == Decision.LIKELY;
  }

  /** Outcome of the test of {@link org.heaptwin.statistics.ReplicatedDecision}: never "unique". */
  public enum Decision {
    /** In 95 of 100 reports all of these are. */
    REPLICATED,
    /** Of these and the replicated ones together 95 of 100 are expected to be. */
    LIKELY,
    NOT_SHOWN,
    /** Too few bytes or fewer than two contents read: not in the tested family. */
    NOT_TESTED
  }

  /**
   * What was counted.
   *
   * @param probed objects that probes registered, in no total
   * @param reread survivors that were read a second time
   * @param changed those of them whose content had changed; {@code inspected} knows them as they
   *     were then
   */
  public record Evidence(
      long samples,
      long burstSamples,
      long inspected,
      long distinctContents,
      long runs,
      long runsStarted,
      long runsDropped,
      long runsCut,
      int longestRun,
      List<RunLengths> runLengths,
      long probed,
      long reread,
      long changed) {}

  /**
   * What became of the runs that were {@code from} to 2 {@code from} - 1 objects long when they
   * were allocated.
   *
   * @param cut shortened by a collection, an unread object or a bound
   * @param dropped of which nothing could be read
   */
  public record RunLengths(int from, long started, long cut, long dropped) {}

  /**
   * Allocated over the recording.
   *
   * @param missedWithFivePercent bytes that a context of this sampling could allocate and still be
   *     missed with 5 % probability; null when every object was taken
   */
  public record Allocated(
      Estimate bytes, Estimate objects, Estimate shareOfBytes, Double missedWithFivePercent) {}

  /**
   * Share of bytes (objects) that equal an object before them. Lower bounds unless the recording
   * was exhaustive.
   *
   * @param byBytes the best of the four bounds below, each at a quarter of the error
   * @param seenMass the bound from sample splitting alone, by bytes
   * @param largestGroup the bound from the largest group alone, by bytes
   * @param curve the bound from the replica curve alone, by bytes
   * @param curveWindow the W of that bound, null when there is none
   * @param metBefore the bound from contents met before in samples and runs together, by bytes
   */
  public record Duplicates(
      Estimate byBytes,
      Estimate byCount,
      Estimate seenMass,
      Estimate largestGroup,
      Estimate curve,
      Integer curveWindow,
      Estimate metBefore) {}

  /**
   * Contents at one depth. When contents are comparable only within an epoch, the largest shares
   * are unknown and the {@code withinEpoch} pair is set instead; otherwise that pair is null.
   *
   * @param pairIdentity chance that two objects drawn at random are equal
   * @param largestShareByBytes share of the largest group of equal objects
   * @param zeroShare share of bytes in objects whose content is all zero
   * @param withinEpochIdentity mean over epochs of the chance that two objects of the epoch are
   *     equal
   * @param withinEpochLargestShare mean over epochs of the largest share in the epoch, bounded from
   *     that chance
   */
  public record Content(
      int depth,
      boolean pooled,
      long sampled,
      long distinct,
      Estimate pairIdentity,
      Estimate largestShareByBytes,
      Estimate largestShareByCount,
      Estimate zeroShare,
      Estimate withinEpochIdentity,
      Estimate withinEpochLargestShare) {}

  /**
   * Field comparisons of random pairs, as in OJXPerf.
   *
   * @param theta P(match)
   * @param alpha P(match | objects differ)
   * @param identity P(objects identical)
   * @param largestShare sharp bounds for the largest group's share of objects
   * @param paperLower theta - alpha, and
   * @param paperUpper the published upper end, both from conservative ends; null when there is no
   *     bound
   * @param target what largestShare refers to: the recording, or the mean over epochs
   * @param assumption null, or "assumes alpha of ..." when no pair's identity was known
   * @param disagree theta is below alpha beyond their intervals: no bound is given
   */
  public record Compared(
      long pairs,
      long matches,
      long knownIdentical,
      long knownDifferent,
      long unknown,
      Estimate theta,
      Estimate alpha,
      Estimate identity,
      Estimate largestShare,
      Double paperLower,
      Double paperUpper,
      String target,
      String assumption,
      boolean disagree) {}

  /**
   * {@code byBytes} equals {@code byCount} when all objects have one size. No ends when there are
   * fewer than five runs.
   */
  public record CurvePoint(int window, int runs, Estimate byCount, Estimate byBytes) {}

  /**
   * Accesses seen, and how many of them went to replicas.
   *
   * @param share of all access samples that hit a registered object
   * @param toReplicas the lower ends of that share and of the duplicate share multiplied: assumes
   *     that replicas are accessed as often as the rest, so it ranks and is not claimed
   */
  public record Accessed(
      long samples, Estimate share, Estimate toReplicas, List<OffsetCount> offsets) {}

  /**
   * Every allocation, counted.
   *
   * @param scope "recording", or "epoch" when contents compare only between two collections
   * @param grouped objects whose content is known
   * @param distinct different contents; null when several contexts are rolled up
   * @param largestGroup objects in the largest group of equal ones, with scope "epoch" the sum over
   *     epochs; null when several contexts are rolled up
   * @param groupSizes pairs of a power of two and the number of groups of at least so many objects;
   *     empty when several contexts are rolled up
   * @param duplicateBytes share of the bytes equal to an object before them, within the scope; its
   *     lower end where contents are unknown
   * @param duplicateObjects the same by objects
   * @param agreementPairs random pairs of different objects, and
   * @param agreement how much of their content agrees (alpha)
   * @param dropped objects counted and not kept, for want of room
   * @param unread objects kept and not read
   * @param ungrouped objects read whose content was one too many
   * @param complete nothing was lost
   */
  public record Exhaustive(
      String scope,
      long objects,
      long bytes,
      long grouped,
      Long distinct,
      Long largestGroup,
      List<long[]> groupSizes,
      Double duplicateBytes,
      Double duplicateObjects,
      long agreementPairs,
      Estimate agreement,
      long dropped,
      long unread,
      long ungrouped,
      boolean complete) {}

  /** Accesses at one offset in bytes from the object's start. */
  public record OffsetCount(long offset, long count) {}
}
