package org.heaptwin.profile;

/**
 * Where the readings came from, and why a source was off or degraded. Null means that the agent did
 * not say.
 */
public record Sources(
    AllocationSource allocation,
    AccessSource access,
    WatchpointSource watchpoints,
    ContentSource content) {

  /** Intervals in bytes: mean gap between two sampled allocations of a thread. */
  public record AllocationSource(
      String kind,
      Long smallestInterval,
      Long largestInterval,
      Long lastInterval,
      Long bursts,
      Long burstObjects) {}

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
