package org.heaptwin.bench.accuracy;

import java.util.Map;
import java.util.TreeMap;

/**
 * What an exhaustive recording counted of one context.
 *
 * @param objects allocated
 * @param bytes allocated
 * @param grouped objects whose content was read and compared
 * @param groupedBytes their bytes
 * @param duplicateBytes bytes of those equal to an object before them; within one epoch where
 *     contents are comparable only so
 * @param largestShareByBytes of the largest group, null when contents compare only within an epoch
 *     or several contexts were put together
 * @param largestShareByCount likewise
 * @param curve exact share by count of objects equal to one of the W before them, by W
 */
record TrueContext(
    double objects,
    double bytes,
    double grouped,
    double groupedBytes,
    double duplicateBytes,
    Double largestShareByBytes,
    Double largestShareByCount,
    Map<Integer, Double> curve) {

  /** Share of objects that must have been read for the counts to stand for the context. */
  private static final double READ = 0.95;

  TrueContext {
    curve = new TreeMap<>(curve);
  }

  /** Share of bytes equal to an object before them, among those read; null if nothing was. */
  Double duplicateShare() {
    return groupedBytes > 0 ? Double.valueOf(duplicateBytes / groupedBytes) : null;
  }

  /** Duplicate share of all bytes; 0 if nothing was read. */
  double replicaBytes() {
    return groupedBytes > 0 ? duplicateBytes / groupedBytes * bytes : 0;
  }

  /** Whether nearly every object was read. */
  boolean complete() {
    return grouped >= READ * objects && objects > 0;
  }

  /**
   * Several contexts together. An object that equals one of another context is not counted as a
   * duplicate, so the sum is a lower bound.
   */
  TrueContext plus(TrueContext other) {
    return new TrueContext(
        objects + other.objects,
        bytes + other.bytes,
        grouped + other.grouped,
        groupedBytes + other.groupedBytes,
        duplicateBytes + other.duplicateBytes,
        null,
        null,
        Map.of());
  }
}
