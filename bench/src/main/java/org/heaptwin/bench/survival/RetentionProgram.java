package org.heaptwin.bench.survival;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A large cache that turns over for some seconds, so that G1 marks concurrently and collects by
 * what the marking found: {@code RetentionProgram seconds}. Prints {@code ready} when the cache is
 * full, and at the end {@code used <bytes>}: the lowest decile, over the second half of the time,
 * of the heap in use, which is what is left when collections have freed what they found dead.
 */
public final class RetentionProgram {
  private static final int ENTRIES = 20_000;
  private static final int BYTES = 6_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private RetentionProgram() {}

  public static void main(String[] arguments) throws InterruptedException {
    double seconds = Double.parseDouble(arguments[0]);
    TurningCache cache = new TurningCache(ENTRIES, BYTES);
    cache.turn(ENTRIES);
    System.out.println("ready");
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    List<Long> inUse = new ArrayList<>();
    long start = System.nanoTime();
    long sum = 0;
    double passed = 0;
    while (passed < seconds) {
      sum += cache.turn(200);
      passed = (System.nanoTime() - start) / NANOS_PER_SECOND;
      if (passed > seconds / 2) {
        inUse.add(memory.getHeapMemoryUsage().getUsed());
      }
      // A third of a processor is enough to turn the cache over a few times a second.
      Thread.sleep(2);
    }
    Collections.sort(inUse);
    System.out.println("used " + inUse.get(inUse.size() / 10) + " checksum " + sum);
  }
}
