package org.heaptwin.probe;

import java.util.Arrays;

/**
 * What a probed allocation site calls with the object it has just completed. The class is defined
 * in the boot loader, so that classes of the JDK can be probed too; it therefore refers to nothing
 * of ours and to little of the JDK.
 *
 * <p>Nothing here locks, allocates or throws. {@code libheaptwin} looks the members up by name.
 */
public final class AllocationProbe {
  /** Site numbers are 0 to {@code MOST_SITES - 1}. */
  public static final int MOST_SITES = 256;

  /**
   * The agent's side of the conversation, a {@code java.util.function.Function<String[], String[]>}
   * that never throws; null until the agent is ready. Kept here because native code can find a
   * class of the boot loader without knowing who loaded the agent.
   */
  public static volatile Object installer;

  /** A countdown that nobody set: the site is silent. */
  static final int OFF = Integer.MAX_VALUE;

  /** Log2 of the countdown elements per site, which give each site a cache line of its own. */
  private static final int STRIDE_BITS = 4;

  /**
   * Objects until the next one that is registered, at {@code site << STRIDE_BITS}; set by native
   * code. Threads that race for one site lose decrements, and at zero several may call on at once:
   * a countdown paces a site, it counts nothing.
   */
  static final int[] countdown = new int[MOST_SITES << STRIDE_BITS];

  static {
    Arrays.fill(countdown, OFF);
  }

  private AllocationProbe() {}

  /** Counts one object of a site. Small enough to be inlined into every caller. */
  public static void hit(Object object, int site) {
    if (--countdown[site << STRIDE_BITS] <= 0) {
      enough(object, site);
    }
  }

  private static void enough(Object object, int site) {
    try {
      countdown[site << STRIDE_BITS] = object == null ? 1 : sampled(object, site);
    } catch (Throwable nobodyListens) {
      // No native side, or not yet: the program that runs here must not learn of it.
      countdown[site << STRIDE_BITS] = OFF;
    }
  }

  /** Registers the object and answers the next countdown, at least 1. */
  private static native int sampled(Object object, int site);
}
