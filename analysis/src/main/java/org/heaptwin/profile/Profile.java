package org.heaptwin.profile;

import java.util.List;
import java.util.Map;

/**
 * One recording. Absent lists and maps are empty; every other absent value is null and means
 * "unknown".
 *
 * @param losses readings that were lost, by the name of the cause
 * @param frames source positions such as {@code a.b.C.m(C.java:12)}, shared by all contexts
 */
public record Profile(
    String schema,
    Agent agent,
    Target target,
    Recording recording,
    Sources sources,
    Map<String, Long> losses,
    Collections collections,
    Cost cost,
    List<ThreadTotals> threads,
    List<ClassInfo> classes,
    List<String> frames,
    List<Context> contexts) {

  public Profile {
    losses = losses == null ? Map.of() : losses;
    threads = threads == null ? List.of() : threads;
    classes = classes == null ? List.of() : classes;
    frames = frames == null ? List.of() : frames;
    contexts = contexts == null ? List.of() : contexts;
  }

  /** The writer of the profile. */
  public record Agent(String version) {}

  /**
   * When and how long. {@code end} is one of running, stopped, deadline, owner gone, target exit.
   */
  public record Recording(long startMillis, long durationNanos, String end, boolean exhaustive) {
    public double durationSeconds() {
      return durationNanos / 1e9;
    }
  }

  /**
   * What the recording cost the target, by the agent's own clocks.
   *
   * @param registrations in the application's threads, at sampled allocations
   * @param burstObjects in the application's threads, at objects of bursts
   * @param probedObjects in the application's threads, at objects that probes registered; null when
   *     an older agent wrote it, as the next
   * @param probedRunObjects likewise, at objects of runs
   * @param drainNanos processor time of the agent's own thread
   */
  public record Cost(
      Spent registrations,
      Spent burstObjects,
      Spent probedObjects,
      Spent probedRunObjects,
      Long drainNanos) {}

  /** How often and how long in all, in nanoseconds. */
  public record Spent(long count, long nanos) {}

  /** Collections seen by events, and those noticed only through the heap's own counter. */
  public record Collections(long count, long silent) {}

  /**
   * {@code hasReferences}, {@code minimumSize} (bytes) and {@code fields} are null when the layout
   * is not known.
   */
  public record ClassInfo(String name, Boolean hasReferences, Long minimumSize, Integer fields) {}

  /**
   * Weighted totals of one thread over the recording.
   *
   * @param id what {@link Context} and {@link Run} refer to
   * @param allocatedBytes the VM's own count over the same time, null when unknown
   */
  public record ThreadTotals(
      long id,
      String name,
      long samples,
      double bytes,
      double bytesVariance,
      double largestWeight,
      Long allocatedBytes) {}
}
