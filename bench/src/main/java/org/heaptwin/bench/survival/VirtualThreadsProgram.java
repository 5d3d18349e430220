package org.heaptwin.bench.survival;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Virtual threads that allocate, give way to others in the middle of their stack, and allocate on:
 * their frames move to the heap and back onto the stack of whatever thread carries them. {@code
 * VirtualThreadsProgram steps}. Each step prints a sum that depends on its number only. Needs JDK
 * 21.
 */
public final class VirtualThreadsProgram {
  private static final int THREADS = 50;
  private static final int DEEPEST = 30;

  private VirtualThreadsProgram() {}

  public static void main(String[] arguments) throws Exception {
    // By reflection: this is compiled for JDK 17.
    Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    int steps = Integer.parseInt(arguments[0]);
    for (int step = 1; step <= steps; step++) {
      int number = step;
      AtomicLong sum = new AtomicLong();
      CountDownLatch running = new CountDownLatch(THREADS);
      for (int i = 0; i < THREADS; i++) {
        int depth = i % DEEPEST;
        Runnable work =
            () -> {
              sum.addAndGet(work(depth, number));
              running.countDown();
            };
        start.invoke(null, work);
      }
      running.await();
      System.out.println("step " + step + " " + sum);
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // To give way is what is wanted.
  private static long work(int depth, int seed) {
    List<long[]> kept = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      kept.add(new long[] {seed, depth, i});
    }
    if (depth % 4 == 0) {
      Thread.yield();
    }
    long below = depth == 0 ? 0 : work(depth - 1, seed);
    long sum = below;
    for (long[] one : kept) {
      sum += one[0] ^ one[2];
    }
    return sum;
  }
}
