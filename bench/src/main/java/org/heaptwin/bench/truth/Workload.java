package org.heaptwin.bench.truth;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;

/** Runs cases on several threads and keeps the counts that make up the truth. */
final class Workload {
  private static final long MARK_MILLIS = 100;
  private static final int LONGEST_WINDOW = 4_096;

  private final List<TruthCase> cases;
  private final List<Worker> workers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final List<TruthReport.Mark> marks = new ArrayList<>();
  private final Gate gate;

  /**
   * @param roundsPerSecond pace of all threads together; 0 for as fast as they go
   */
  Workload(List<TruthCase> cases, int threadCount, long seed, double roundsPerSecond) {
    AllocationCases.prepare();
    this.cases = cases;
    this.gate = new Gate(threadCount);
    for (int i = 0; i < threadCount; i++) {
      Worker worker = new Worker(cases, i, seed, roundsPerSecond / threadCount, gate);
      workers.add(worker);
      threads.add(new Thread(worker, "truth-" + i));
    }
  }

  /**
   * Runs until {@code finished}, which is asked about ten times a second, and returns the truth.
   */
  TruthReport run(BooleanSupplier finished) throws InterruptedException {
    start();
    measure(finished);
    return end();
  }

  /** Starts the threads, which wait to be measured. */
  void start() {
    threads.forEach(Thread::start);
  }

  /**
   * Lets the threads allocate until {@code finished}; when this returns they have counted their
   * last object and still live.
   */
  void measure(BooleanSupplier finished) throws InterruptedException {
    gate.open();
    while (!finished.getAsBoolean()) {
      mark();
      Thread.sleep(MARK_MILLIS);
    }
    workers.forEach(Worker::stop);
    gate.awaitFinished();
    mark();
  }

  /** Ends the threads and returns the truth. */
  TruthReport end() throws InterruptedException {
    gate.release();
    for (Thread thread : threads) {
      thread.join();
    }
    return report();
  }

  /** Depends on everything that was read. */
  long checksum() {
    return workers.stream().mapToLong(Worker::checksum).sum();
  }

  private void mark() {
    List<Long> objects = new ArrayList<>();
    List<Long> bytes = new ArrayList<>();
    for (int i = 0; i < cases.size(); i++) {
      int index = i;
      objects.add(total(tally -> tally.objects(index)));
      bytes.add(total(tally -> tally.bytes(index)));
    }
    marks.add(new TruthReport.Mark(System.currentTimeMillis(), objects, bytes));
  }

  private long total(ToLongFunction<Tally> count) {
    return workers.stream().map(Worker::tally).mapToLong(count).sum();
  }

  private TruthReport report() {
    List<TruthReport.Context> contexts = new ArrayList<>();
    TruthReport.Mark last = marks.get(marks.size() - 1);
    for (int i = 0; i < cases.size(); i++) {
      contexts.add(context(cases.get(i), last.objects().get(i), last.bytes().get(i)));
    }
    List<TruthReport.ThreadTotal> totals = new ArrayList<>();
    for (int i = 0; i < workers.size(); i++) {
      Worker worker = workers.get(i);
      totals.add(
          new TruthReport.ThreadTotal(
              threads.get(i).getName(), worker.tally().totalBytes(), worker.allocatedBytes()));
    }
    return new TruthReport(contexts, totals, List.copyOf(marks));
  }

  static TruthReport.Context context(TruthCase truthCase, long objects, long bytes) {
    return new TruthReport.Context(
        AllocationCases.class.getName() + "." + truthCase.method(),
        truthCase.className(),
        objects,
        bytes,
        truthCase.largestShareByBytes((double) objects),
        truthCase.largestShareByCount((double) objects),
        truthCase.duplicateShareByBytes((double) objects),
        curve(truthCase.pattern()),
        truthCase.unique(),
        !truthCase.hasReferences(),
        truthCase.accessed(),
        truthCase.sizeShares());
  }

  private static Map<Integer, Double> curve(KeyPattern pattern) {
    Map<Integer, Double> curve = new TreeMap<>();
    for (int window = 1; window <= LONGEST_WINDOW; window *= 2) {
      curve.put(window, pattern.curve(window));
    }
    return curve;
  }
}
