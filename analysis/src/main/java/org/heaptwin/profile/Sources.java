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
    ContentSource content,
    ProbeSource probes) {

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

  /**
   * Debug registers.
   *
   * @param stringSlowdown time of a repeated copy or fill while a watchpoint is armed, over its
   *     time otherwise; measured on the target's machine when the recording began
   * @param stringNanos what that cost the program's threads, estimated
   */
  public record WatchpointSource(
      String kind,
      String reason,
      Integer slotsPerThread,
      Long armed,
      Long traps,
      Double stringSlowdown,
      Long stringNanos) {}

  /** {@code betweenCollections}: objects read without a stop. */
  public record ContentSource(
      Boolean available,
      String reason,
      Long inspections,
      Long objects,
      Pause pauseNanos,
      Long betweenCollections) {}

  /**
   * Bytecode probes at allocation sites.
   *
   * @param mode what was asked for: auto, sampled or probes
   * @param kind bytecode or off
   * @param registered objects, all sites together
   * @param sites all that were ever chosen
   */
  public record ProbeSource(
      String mode, String kind, String reason, Long registered, List<ProbedSite> sites) {
    public ProbeSource {
      sites = sites == null ? List.of() : sites;
    }
  }

  /**
   * One chosen site.
   *
   * @param site such as a.b.C.m:12
   * @param allocated descriptor of the class
   * @param state placed, removed, or why it could not be probed
   * @param before what the JVM's sampler saw there until its first probe; null when never placed
   * @param during the same while it was probed
   */
  public record ProbedSite(
      String site,
      String allocated,
      String nativeCallee,
      String state,
      long placedNanos,
      long registered,
      SiteTotals before,
      SiteTotals during) {}

  /** Weighted totals over some time. */
  public record SiteTotals(long nanos, long samples, Context.WeightedTotal bytes) {}

  /** Time that inspections added inside collections, in nanoseconds. */
  public record Pause(Long total, Long largest, Long budget) {}
}
