package org.heaptwin.bench.survival;

/**
 * A large cache that turns over for some seconds, so that G1 marks concurrently and collects by
 * what the marking found: {@code RetentionProgram seconds}. Prints {@code ready} when the cache is
 * full.
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
    long start = System.nanoTime();
    long sum = 0;
    while (System.nanoTime() - start < seconds * NANOS_PER_SECOND) {
      sum += cache.turn(200);
      // A third of a processor is enough to turn the cache over a few times a second.
      Thread.sleep(2);
    }
    System.out.println("checksum " + sum);
  }
}
