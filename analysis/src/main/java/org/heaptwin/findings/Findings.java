package org.heaptwin.findings;

import java.util.List;
import java.util.Map;
import org.heaptwin.profile.Profile;
import org.heaptwin.statistics.Estimate;

/**
 * Every estimate of a profile, ranked by the lower end of replica bytes.
 *
 * @param familySize number of findings that the "replicated" decision was corrected for
 * @param byAccesses indices into {@code findings} by accesses to replicas, without those that were
 *     never seen accessed
 * @param losses as in the profile
 * @param cautions what weakens the whole recording, one clause each
 */
public record Findings(
    Grouping grouping,
    Headline headline,
    Totals totals,
    int familySize,
    List<Finding> findings,
    List<Integer> byAccesses,
    List<ThreadFinding> threads,
    Map<String, Long> losses,
    List<String> cautions) {

  /**
   * All findings together. The three estimates hold jointly at their level.
   *
   * @param replicaBytes at least so many bytes went into replicas
   * @param perSecond the same by second of the recording
   * @param shareOfAllocation the same as a share of all allocated bytes
   * @param replicated number of findings with the decision REPLICATED
   * @param likely number of findings with the decision LIKELY
   */
  public record Headline(
      Estimate replicaBytes,
      Estimate perSecond,
      Estimate shareOfAllocation,
      int replicated,
      int likely) {}

  /**
   * The whole recording.
   *
   * @param thinlySampledBytes in threads that allocated less than three sampling intervals: inside
   *     the totals, not backed by an interval; null when the VM's count is unknown
   */
  public record Totals(
      Estimate bytes,
      Estimate objects,
      long samples,
      int contexts,
      Double durationSeconds,
      Double thinlySampledBytes) {}

  /**
   * How well the sampler kept its rule in one thread.
   *
   * @param inflation weighted total divided by the VM's own count; far from 1 when the sampler
   *     departs from its rule
   * @param flagged inflation outside [0.9, 1.1] on a JDK before 25
   * @param thinlySampled allocated less than three intervals
   */
  public record ThreadFinding(
      long id, String name, Estimate inflation, boolean flagged, boolean thinlySampled) {}

  /** Computes all findings of a profile. A pure function of its arguments. */
  public static Findings of(Profile profile, Grouping grouping) {
    return new FindingsBuilder(profile, grouping).build();
  }

  /**
   * Whether "{@code above} has more replica bytes than {@code below}" (indices into findings) is
   * claimed: only where the lower end of the first exceeds everything the second can have, which is
   * its upper end, or the upper end of its allocated bytes when there is none.
   */
  public boolean orderClaimed(int above, int below) {
    Double low = findings.get(above).replicaBytes().low();
    Double high = findings.get(below).replicaBytes().high();
    if (high == null) {
      high = findings.get(below).allocated().bytes().high();
    }
    return low != null && high != null && low > high;
  }
}
