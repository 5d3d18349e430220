package org.heaptwin.profile;

/**
 * Every allocation of one context, counted without sampling.
 *
 * @param scope "recording", or "epoch" when contents compare only within one: a group is then one
 *     of an epoch, and largest groups and pairs are sums over epochs
 * @param objects allocated, those with unknown content included
 * @param grouped objects whose content is known
 * @param distinct different contents
 * @param distinctBytes bytes of one object of each content
 * @param largestGroup objects of the largest group of equal ones
 * @param largestGroupBytes bytes of the group that has most of them
 * @param pairs pairs of objects that could be compared
 * @param withinEpochIdentity mean over epochs, by objects, of the chance that two objects of the
 *     epoch are equal; null when the scope is the recording
 * @param groupSizes pairs of a power of two and the number of groups with at least so many objects
 *     and fewer than twice as many
 * @param zeroObjects objects whose content is all zero
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Exhaustive(
    String scope,
    long objects,
    long bytes,
    long grouped,
    long groupedBytes,
    long distinct,
    long distinctBytes,
    long largestGroup,
    long largestGroupBytes,
    long pairs,
    long identicalPairs,
    Double withinEpochIdentity,
    long[][] groupSizes,
    long zeroObjects,
    long zeroBytes,
    Curve curve,
    Agreement agreement,
    Lost lost) {

  public Exhaustive {
    groupSizes = groupSizes == null ? new long[0][] : groupSizes;
  }

  /** Whether equality holds over the whole recording. */
  public boolean pooled() {
    return "recording".equals(scope);
  }

  /** Objects whose content is not known. */
  public long unknown() {
    return objects - grouped;
  }

  /**
   * Objects (bytes) equal to one of the W before them in the same context and thread, by window.
   *
   * @param unknown objects whose distance was not looked up
   * @param longestSequence most objects of one thread
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Curve(
      long[] windows,
      long[] objects,
      long[] bytes,
      long unknown,
      long unknownBytes,
      long longestSequence) {
    public Curve {
      windows = windows == null ? new long[0] : windows;
      objects = objects == null ? new long[0] : objects;
      bytes = bytes == null ? new long[0] : bytes;
    }
  }

  /**
   * Random pairs of objects of one epoch.
   *
   * @param different pairs that differ
   * @param sum over them: share of the content bytes that lie in equal fields
   */
  public record Agreement(long different, long identical, double sum) {}

  /**
   * Objects that were counted and whose content is not known.
   *
   * @param dropped not kept, for want of room: the order of the others is broken as well
   * @param unread kept, and not read
   * @param ungrouped read, and one content too many
   */
  public record Lost(long dropped, long unread, long ungrouped) {}
}
