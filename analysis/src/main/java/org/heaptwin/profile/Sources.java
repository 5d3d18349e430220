package org.heaptwin.profile;

import java.util.List;

/**
 * Where the readings came from, and why a source was off or degraded. Null means that the agent did
 * not say.
 */
public record Sources(
    AllocationSource allocation,
    AccessSource access,
    WatchpointSource watchpoints,
    ContentSource content) {

  /**
   * Intervals in bytes: mean gap between two sampled allocations of a thread.
   *
   * @param bursts short and medium bursts, counted per thread
   * @param runs runs of one context, beside the bursts
   * @param ladder lengths of bursts, shortest first
   */
  public record AllocationSource(
      String kind,
      Long smallestInterval,
      Long largestInterval,
      Long lastInterval,
      Long bursts,
      Long burstObjects,
      Long runs,
      Long runObjects,
      List<LadderStep> ladder) {
    public AllocationSource {
      ladder = ladder == null ? List.of() : ladder;
    }
  }

  /**
   * Bursts of one length.
   *
   * @param planned objects of a burst, in the thread that began it
   * @param oneContext whether it takes the objects of one context only
   */
  public record LadderStep(Long planned, Boolean oneContext, Long bursts, Long objects) {}

  /**
   * {@code answered}: samples with a decoded operand; {@code mapped}: those that hit a registered
   * object.
   */
  public record AccessSource(
      String kind,
      String name,
      String bias,
      String reason,
      Long periodNanos,
      Long samples,
      Long answered,
      Long mapped) {}

  public record WatchpointSource(
      String kind, String reason, Integer slotsPerThread, Long armed, Long traps) {}

  /** {@code betweenCollections}: objects read without a stop. */
  public record ContentSource(
      Boolean available,
      String reason,
      Long inspections,
      Long objects,
      Pause pauseNanos,
      Long betweenCollections) {}

  /** Time that inspections added inside collections, in nanoseconds. */
  public record Pause(Long total, Long largest, Long budget) {}
}
