package org.heaptwin.bench.survival;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads objects by the agent's rule while this JVM collects in every way, until the rule has
 * accepted enough readings: {@code AddressTruthProgram library readings seconds}. Prints the counts
 * of {@link AddressReadings#counts} on one line. Ends after {@code seconds} at the latest.
 */
public final class AddressTruthProgram {
  private static final int READERS = 3;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private AddressTruthProgram() {}

  public static void main(String[] arguments) throws Exception {
    AddressReadings.load(Path.of(arguments[0]));
    long wanted = Long.parseLong(arguments[1]);
    long end = System.nanoTime() + Long.parseLong(arguments[2]) * NANOS_PER_SECOND;
    if (!AddressReadings.start(AddressReadings.Marked.class, READERS, 1)) {
      throw new IllegalStateException("objects of this VM do not lie as expected");
    }
    Path heapDumps = Files.createTempDirectory("address-truth");
    CollectionsOfAllKinds collections = new CollectionsOfAllKinds(heapDumps);
    Thread allocating = new Thread(collections::allocate, "allocate");
    Thread collecting = new Thread(() -> collect(collections), "collect");
    allocating.start();
    collecting.start();
    while (!enough(AddressReadings.counts(), wanted) && System.nanoTime() - end < 0) {
      Thread.sleep(50);
    }
    collections.stop();
    allocating.join();
    collecting.join();
    AddressReadings.stop();
    Files.delete(heapDumps);
    System.out.println(Arrays.toString(AddressReadings.counts()));
  }

  private static void collect(CollectionsOfAllKinds collections) {
    try {
      collections.collectInTurn();
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** Enough readings by the rule, and proof that a reading without a rule can go wrong here. */
  @SuppressWarnings("EnumOrdinal") // The counts come from native code, rule by rule in this order.
  private static boolean enough(long[] counts, long wanted) {
    return counts[AddressReadings.Rule.EPOCH.position() + 1] >= wanted
        && counts[AddressReadings.Rule.NONE.position() + 2] > 0;
  }
}
