package org.heaptwin.bench.truth;

import java.util.List;
import java.util.Map;

/**
 * What a truth program knows about itself, written as JSON.
 *
 * @param contexts one entry per case
 * @param threads one entry per allocating thread
 * @param marks cumulative counts about ten times a second, from which the counts of any stretch of
 *     time follow
 */
public record TruthReport(List<Context> contexts, List<ThreadTotal> threads, List<Mark> marks) {
  /**
   * One allocation context. Shares refer to the whole run; they hold for any long stretch of it,
   * too, because the contents are stationary.
   *
   * @param method the allocating method, {@code package.Class.method}
   * @param className its class, as the report names it
   * @param objects objects allocated in the whole run
   * @param bytes their bytes
   * @param curve window to share of objects equal to one of that many before them
   * @param unique no two objects are equal
   * @param pooled contents are comparable over the whole run, because they hold no addresses
   * @param accessed each object is read once
   * @param sizeShares bytes of an object to share of the objects that have that size
   */
  public record Context(
      String method,
      String className,
      long objects,
      long bytes,
      double largestShareByBytes,
      double largestShareByCount,
      double duplicateShareByBytes,
      Map<Integer, Double> curve,
      boolean unique,
      boolean pooled,
      boolean accessed,
      Map<Integer, Double> sizeShares) {}

  /**
   * One thread.
   *
   * @param bytes what it allocated in the cases, exactly
   * @param allocatedBytes the VM's own count for the same time
   */
  public record ThreadTotal(String name, long bytes, long allocatedBytes) {}

  /**
   * Counts so far, by case in the order of {@link TruthReport#contexts()}.
   *
   * @param millis wall clock, since 1970
   */
  public record Mark(long millis, List<Long> objects, List<Long> bytes) {}
}
