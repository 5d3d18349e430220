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
 * @param period of probed objects: how many objects of its site each one stands for; null for
 *     objects that the JVM's sampler drew
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
    String[] fingerprints,
    double[] period) {

  public ContentSample {
    group = group == null ? new int[0] : group;
    size = size == null ? new long[0] : size;
    // A probed object was drawn by number, not by an interval in bytes.
    interval = interval == null ? new long[group.length] : interval;
    zeroGroups = zeroGroups == null ? new int[0] : zeroGroups;
  }

  /** Whether probes, and not the JVM's sampler, registered the objects. */
  public boolean probed() {
    return period != null;
  }

  /** Number of objects held. */
  public int length() {
    return group.length;
  }
}
