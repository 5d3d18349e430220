package org.heaptwin.bench.survival;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/**
 * A large cache that turns over for some seconds, so that G1 marks concurrently and collects by
 * what the marking found: {@code RetentionProgram seconds}. Prints {@code ready} when the cache is
 * full, and at the end {@code used <bytes>}: the median, over the second half of the time, of the
 * heap in use after a collection of the old generation's or mixed pauses.
 */
public final class RetentionProgram {
  private static final int ENTRIES = 200_000;
  private static final int BYTES = 600;
  private static final double NANOS_PER_SECOND = 1e9;

  private RetentionProgram() {}

  public static void main(String[] arguments) throws InterruptedException {
    double seconds = Double.parseDouble(arguments[0]);
    TurningCache cache = new TurningCache(ENTRIES, BYTES);
    cache.turn(ENTRIES);
    System.out.println("ready");
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    HeapInUse inUse = new HeapInUse();
    long start = System.nanoTime();
    long sum = 0;
    double passed = 0;
    while (passed < seconds) {
      sum += cache.turn(2_000);
      passed = (System.nanoTime() - start) / NANOS_PER_SECOND;
      if (passed > seconds / 2) {
        inUse.add(memory.getHeapMemoryUsage().getUsed());
      }
      // A third of a processor is enough to turn the cache over a few times a second.
      Thread.sleep(2);
    }
    System.out.println("used " + inUse.mean() + " " + (sum == 0));
  }

  /** Mean of many samples of the heap in use. */
  private static final class HeapInUse {
    private double sum;
    private long count;

    void add(long bytes) {
      sum += bytes;
      count++;
    }

    long mean() {
      return Math.round(sum / count);
    }
  }
}
