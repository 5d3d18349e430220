package org.heaptwin.bench.truth;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A thread that allocates from every case in turn, at a given pace, until it is told to stop. */
final class Worker implements Runnable {
  /** Made by the thread that loads this class, so that its making is charged to none of ours. */
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final int ROUNDS_BETWEEN_PAUSES = 64;
  private static final double NANOS_PER_SECOND = 1e9;

  private final List<CaseRunner> runners = new ArrayList<>();
  private final Tally tally;
  private final double roundsPerSecond;
  private final Gate gate;
  private volatile boolean stopped;
  private volatile long checksum;
  private volatile long allocatedBytes;

  /**
   * @param roundsPerSecond the pace; 0 for as fast as it goes
   */
  Worker(List<TruthCase> cases, int thread, long seed, double roundsPerSecond, Gate gate) {
    this.tally = new Tally(cases.size());
    this.roundsPerSecond = roundsPerSecond;
    this.gate = gate;
    for (int i = 0; i < cases.size(); i++) {
      runners.add(new CaseRunner(cases.get(i), i, thread, seed, tally));
    }
  }

  @Override
  public void run() {
    long self = Thread.currentThread().getId();
    CaseRunner[] inTurn = runners.toArray(CaseRunner[]::new);
    try {
      gate.enter();
      long allocatedBefore = THREADS.getThreadAllocatedBytes(self);
      allocate(inTurn);
      allocatedBytes = THREADS.getThreadAllocatedBytes(self) - allocatedBefore;
      gate.leave();
    } catch (InterruptedException abandoned) {
      Thread.currentThread().interrupt();
    }
  }

  private void allocate(CaseRunner[] inTurn) {
    long start = System.nanoTime();
    long sum = 0;
    for (long round = 1; !stopped; round++) {
      for (CaseRunner runner : inTurn) {
        sum += runner.readLast();
        if (runner.dueIn(round)) {
          runner.step();
        }
      }
      if (round % ROUNDS_BETWEEN_PAUSES == 0 && roundsPerSecond > 0) {
        long due = start + (long) (round / roundsPerSecond * NANOS_PER_SECOND);
        LockSupport.parkNanos(due - System.nanoTime());
      }
    }
    checksum = sum;
  }

  void stop() {
    stopped = true;
  }

  Tally tally() {
    return tally;
  }

  /** Depends on everything the thread read, so that no read can be optimised away. */
  long checksum() {
    return checksum;
  }

  /** The VM's own count of what the thread allocated while it ran; valid once it ended. */
  long allocatedBytes() {
    return allocatedBytes;
  }
}
