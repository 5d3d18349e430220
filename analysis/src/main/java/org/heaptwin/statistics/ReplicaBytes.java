package org.heaptwin.statistics;

/**
 * Bytes allocated in objects that equal an object before them.
 *
 * <p>low = lower end of allocated bytes * lower end of the duplicate share by bytes. By the union
 * bound the product holds with error of at most the two errors added. There is no upper end,
 * because the duplicate share has none.
 */
public final class ReplicaBytes {
  private ReplicaBytes() {}

  /** {@code error} is the sum of the errors of the two ends. */
  public static Estimate of(Double bytesLow, Double duplicatesLow, double error, String source) {
    if (bytesLow == null || duplicatesLow == null) {
      return Estimate.unknown(source);
    }
    return Estimate.atLeast(bytesLow * duplicatesLow, 1 - error, source);
  }
}
