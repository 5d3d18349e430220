package org.heaptwin.bench.survival;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongUnaryOperator;

/**
 * A program that does what disturbs a profiler: threads that come and go, classes that are loaded
 * and unloaded, large arrays, a cache that turns over, collections of every kind. Each step prints
 * a checksum that depends on the step's number only, so that the output of two runs is equal as far
 * as the shorter one goes: {@code SurvivalProgram [steps [halt|exit|return]]}; without steps, or
 * with 0, it runs until a byte arrives on standard input.
 */
public final class SurvivalProgram {
  private static final int BRIEF_THREADS = 4;
  private static final int LASTING_THREADS = 2;
  private static final int LARGE_ARRAY = 200_000;

  private final ThrowAwayClass throwAway = new ThrowAwayClass();
  private final TurningCache cache = new TurningCache(20_000, 400);
  private final ExecutorService lasting =
      Executors.newFixedThreadPool(LASTING_THREADS, work -> named(work, "lasting"));

  private SurvivalProgram() {}

  public static void main(String[] arguments) throws Exception {
    int steps = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 0;
    String end = arguments.length > 1 ? arguments[1] : "return";
    SurvivalProgram program = new SurvivalProgram();
    for (int step = 1; steps == 0 ? !told() : step <= steps; step++) {
      System.out.println("step " + step + " " + Long.toHexString(program.step(step)));
    }
    switch (end) {
      case "halt" -> Runtime.getRuntime().halt(0);
      case "exit" -> System.exit(0);
      default -> program.lasting.shutdown();
    }
  }

  private long step(int step) throws Exception {
    long[] brief = new long[BRIEF_THREADS];
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < BRIEF_THREADS; i++) {
      int number = i;
      threads.add(named(() -> brief[number] = smallObjects(step * 31L + number, 300), "brief"));
    }
    threads.forEach(Thread::start);
    List<Future<Long>> tasks = new ArrayList<>();
    for (int i = 0; i < LASTING_THREADS; i++) {
      long seed = step * 37L + i;
      tasks.add(lasting.submit(() -> smallObjects(seed, 1500)));
    }
    long sum = cache.turn(500) * 31 + unloadedCode(step) * 37 + largeArray(step);
    for (Future<Long> task : tasks) {
      sum = sum * 31 + task.get();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (step % 50 == 0) {
      System.gc();
    }
    return sum * 31 + Arrays.hashCode(brief);
  }

  /** Strings, their arrays, boxes and lists; many of them equal. */
  private static long smallObjects(long seed, int count) {
    List<Object> kept = new ArrayList<>();
    long sum = seed;
    for (int i = 0; i < count; i++) {
      sum = sum * 6364136223846793005L + 1442695040888963407L;
      String text = "value " + (sum >>> 60);
      kept.add(text);
      kept.add(new long[] {sum >>> 62, text.length()});
      sum += text.hashCode() + ((long[]) kept.get(kept.size() - 1))[0];
    }
    return sum + kept.size();
  }

  private long unloadedCode(int step) {
    LongUnaryOperator code = throwAway.load();
    long sum = 0;
    for (int i = 0; i < 100; i++) {
      sum = code.applyAsLong(step + i);
    }
    return sum;
  }

  private static long largeArray(int step) {
    if (step % 8 != 0) {
      return 0;
    }
    long[] large = new long[LARGE_ARRAY];
    Arrays.fill(large, step);
    return large[LARGE_ARRAY / 2] + large.length;
  }

  private static Thread named(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private static boolean told() throws IOException {
    return System.in.available() > 0;
  }
}
