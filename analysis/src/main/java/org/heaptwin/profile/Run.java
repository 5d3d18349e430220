package org.heaptwin.profile;

/**
 * Consecutive objects of one context in one thread, all read.
 *
 * @param step of the ladder of run lengths
 * @param burst equal in the runs of one burst; null when the agent did not write it
 * @param scope what the burst took: every object of the thread, those of one site, or those of one
 *     context; null with {@code burst}
 * @param size bytes, of every object; null when they differ
 * @param sizes bytes, one per object; null when they are all equal
 * @param distances per object, how many objects back the last equal one lies; 0 = none in this run
 * @param group per object, numbers as in the context's sampled contents; null when the agent did
 *     not write them
 * @param positions per object, its place in the burst, ascending; null with {@code burst}
 */
@SuppressWarnings("ArrayRecordComponent") // up to thousands of numbers; never compared
public record Run(
    long thread,
    Integer epoch,
    Integer step,
    Long burst,
    String scope,
    Long size,
    long[] sizes,
    int[] distances,
    int[] group,
    int[] positions) {
  public static final String OF_THREAD = "thread";
  public static final String OF_SITE = "site";

  public Run {
    step = step == null ? 0 : step;
    distances = distances == null ? new int[0] : distances;
  }

  public int length() {
    return distances.length;
  }

  /** Size in bytes of one object of the run. */
  public long sizeOf(int index) {
    return sizes == null ? size : sizes[index];
  }

  /** Size in bytes of all objects of the run. */
  public long bytes() {
    long sum = 0;
    for (int i = 0; i < length(); i++) {
      sum += sizeOf(i);
    }
    return sum;
  }
}
