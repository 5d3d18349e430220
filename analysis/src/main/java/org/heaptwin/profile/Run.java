package org.heaptwin.profile;

/**
 * Consecutive objects of one context in one thread, all read.
 *
 * @param size bytes, of every object; null when they differ
 * @param sizes bytes, one per object; null when they are all equal
 * @param distances per object, how many objects back the last equal one lies; 0 = none in this run
 * @param group per object, numbers as in the context's sampled contents; null when the agent did
 *     not write them
 */
@SuppressWarnings("ArrayRecordComponent") // up to thousands of numbers; never compared
public record Run(
    long thread, Integer epoch, Long size, long[] sizes, int[] distances, int[] group) {
  public Run {
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
