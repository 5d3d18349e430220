package org.heaptwin.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.heaptwin.probe.AllocationProbe;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * The probe's fast path behind the cheapest allocation there is. The returned object escapes, so
 * the allocation stays; the probe's cost is the difference to the benchmark without one.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ProbeBenchmark {
  private static final int SITE = 1;

  @Benchmark
  public Object allocation() {
    return new Object();
  }

  @Benchmark
  public Object probedAllocation() {
    Object object = new Object();
    AllocationProbe.hit(object, SITE);
    return object;
  }

  /** The site's cache line goes to and fro between two processors. */
  @Benchmark
  @Threads(2)
  public Object probedByTwoThreads() {
    Object object = new Object();
    AllocationProbe.hit(object, SITE);
    return object;
  }

  /** What {@link #probedByTwoThreads} would cost if each thread had a site of its own. */
  @Benchmark
  @Threads(2)
  public Object probedByTwoThreadsAtTwoSites(ThreadParams thread) {
    Object object = new Object();
    AllocationProbe.hit(object, SITE + thread.getThreadIndex());
    return object;
  }
}
