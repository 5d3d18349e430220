package org.heaptwin.bench.survival;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts threads at a given rate, each of which allocates, reads what it allocated, and ends:
 * {@code ThreadChurnProgram rate}. Prints a line for every hundred threads (how many, and what the
 * last one read); ends when a byte arrives on standard input.
 */
public final class ThreadChurnProgram {
  private static final int OBJECTS = 3_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private static volatile long sink;

  private ThreadChurnProgram() {}

  public static void main(String[] arguments) throws IOException {
    long gap = NANOS_PER_SECOND / Long.parseLong(arguments[0]);
    long next = System.nanoTime();
    for (long started = 1; System.in.available() == 0; started++) {
      Thread brief = new Thread(ThreadChurnProgram::allocateAndRead, "brief-" + started);
      brief.setDaemon(true);
      brief.start();
      if (started % 100 == 0) {
        System.out.println("started " + started + " " + sink);
      }
      next += gap;
      LockSupport.parkNanos(next - System.nanoTime());
    }
  }

  private static void allocateAndRead() {
    List<int[]> objects = new ArrayList<>();
    for (int i = 0; i < OBJECTS; i++) {
      objects.add(new int[] {i, i % 7});
    }
    long sum = 0;
    for (int[] object : objects) {
      sum += object[0] + object[1];
    }
    sink = sum;
  }
}
