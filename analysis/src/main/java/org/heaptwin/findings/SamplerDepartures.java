package org.heaptwin.findings;

import org.heaptwin.statistics.Estimate;

/**
 * By how much the sampler of a JDK before 25 misjudges totals where large arrays alternate with
 * small objects, as largest ratios of estimated to allocated bytes.
 *
 * <p>Two of its habits pull in opposite directions. The unused rest of a buffer that a collection
 * retires counts as allocated, so the first objects of the next buffer are sampled too often, and
 * of two contexts the one with more, smaller objects gains more. An object that is allocated
 * outside the buffer meets a gap from which the buffer's bytes were not subtracted, so it is
 * sampled too rarely until it is itself as large as a gap. A thread's total hides this: the two
 * nearly cancel.
 *
 * <p>The factors are what {@code make bench-totals} measures on JDK 17 (docs/accuracy.md), pooled
 * by collector and number of threads and rounded outwards: objects of 16 bytes to 4 MB in equal
 * shares of the bytes, 1 and 8 threads, a young generation of 24 MB, so that a thread allocates 3
 * to 24 MB between collections. They come from one workload with frequent collections: a correction
 * of known size, not a bound for all programs.
 *
 * @param overSampled the low end is divided by it
 * @param underSampled the high end is divided by it
 */
record SamplerDepartures(double overSampled, double underSampled) {
  static final SamplerDepartures NONE = new SamplerDepartures(1, 1);

  /** At and below: sampled too often. Objects between the two bounds were not measured. */
  private static final double SMALL = 8 << 10;

  /** From here on: sampled too rarely. */
  static final double LARGE = 64 << 10;

  private static final double SHORT_INTERVAL = 64 << 10;
  private static final double DEFAULT_INTERVAL = 512 << 10;

  /**
   * For one context or several.
   *
   * @param smallest bytes of the smallest object seen
   * @param largest bytes of the largest object seen
   * @param interval largest sampling interval, in bytes
   */
  static SamplerDepartures of(double smallest, double largest, double interval) {
    double over =
        smallest < LARGE
            ? byInterval(interval, 1.7, 2.1, 2.7)
            : byInterval(interval, 1.05, 1.1, 1.2);
    double under = largest > SMALL ? byInterval(interval, 0.7, 0.55, 0.45) : 0.9;
    return new SamplerDepartures(over, under);
  }

  /** For everything that one thread or all threads allocated. */
  static SamplerDepartures ofAllSizes(double interval) {
    return new SamplerDepartures(
        byInterval(interval, 1.05, 1.1, 1.2), byInterval(interval, 0.95, 0.95, 0.85));
  }

  Estimate widen(Estimate estimate) {
    if (equals(NONE) || estimate.low() == null || estimate.high() == null) {
      return estimate;
    }
    return new Estimate(
        estimate.value(),
        estimate.low() / overSampled,
        estimate.high() / underSampled,
        estimate.level(),
        estimate.source() + ", widened for the sampler's departures before JDK 25");
  }

  private static double byInterval(double interval, double small, double middle, double large) {
    return interval <= SHORT_INTERVAL ? small : interval <= DEFAULT_INTERVAL ? middle : large;
  }
}
