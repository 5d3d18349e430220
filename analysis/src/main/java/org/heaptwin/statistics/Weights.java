package org.heaptwin.statistics;

import java.util.Arrays;

/**
 * What one sampled object stands for.
 *
 * <p>HotSpot samples an object of size s with probability pi = 1 - exp(-s/m), independently of all
 * others, where m is the mean gap in force when the gap was drawn (JEP 331; memorylessness of the
 * exponential gap). Horvitz and Thompson (1952): it stands for 1/pi objects and s/pi bytes.
 */
public final class Weights {
  private Weights() {}

  /**
   * Objects that a sample of {@code size} bytes at mean gap {@code interval} bytes stands for; 1
   * when every object is taken.
   */
  public static double objects(double size, double interval) {
    return interval <= 0 ? 1 : -1 / Math.expm1(-size / interval);
  }

  /** Bytes that it stands for. */
  public static double bytes(double size, double interval) {
    return size * objects(size, interval);
  }

  static double[] ones(int length) {
    double[] ones = new double[length];
    Arrays.fill(ones, 1);
    return ones;
  }
}
