package org.heaptwin.profile;

/**
 * Contents of sampled objects of one context at one depth, in order of allocation. The arrays run
 * in parallel.
 *
 * @param pooled whether contents are comparable over the whole recording, or only within one epoch
 * @param inspected objects whose content was read; the arrays may hold a random subset
 * @param group equal number = equal content and size
 * @param size bytes
 * @param interval bytes, in force when the object's sampling gap was drawn; 0 = every object was
 *     taken
 * @param epoch dense epoch numbers, null when pooled
 * @param zeroGroups groups whose content is all zero bytes
 * @param fingerprints by group number, salted per process; null when not written
 */
@SuppressWarnings("ArrayRecordComponent") // up to thousands of numbers; never compared
public record ContentSample(
    int depth,
    boolean pooled,
    long inspected,
    int[] group,
    long[] size,
    long[] interval,
    int[] epoch,
    int[] zeroGroups,
    String[] fingerprints) {

  public ContentSample {
    group = group == null ? new int[0] : group;
    size = size == null ? new long[0] : size;
    interval = interval == null ? new long[0] : interval;
    zeroGroups = zeroGroups == null ? new int[0] : zeroGroups;
  }

  /** Number of objects held. */
  public int length() {
    return group.length;
  }
}
