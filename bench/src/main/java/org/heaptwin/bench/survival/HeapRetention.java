package org.heaptwin.bench.survival;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.ToDoubleFunction;
import org.heaptwin.bench.process.Jdk;

/**
 * Compares the heap in use under G1 with and without a recording. A profiler that resolves or
 * deletes its weak references during concurrent marking keeps dead objects for another cycle.
 */
final class HeapRetention {
  // Marking runs all the time, and the young generation is too small to hide what it finds.
  private static final List<String> FLAGS =
      List.of(
          "-Xms400m",
          "-Xmx400m",
          "-Xmn24m",
          "-XX:InitiatingHeapOccupancyPercent=35",
          "-XX:-G1UseAdaptiveIHOP");

  // Every entry of the cache is a sampled object, so that whatever keeps those alive shows.
  private static final String INTERVAL = "interval=1k";

  private HeapRetention() {}

  /** What each run left, in the order of the runs. */
  record Result(List<HeapAfterCollections> without, List<HeapAfterCollections> with) {
    /** Heap in use after collections, with heaptwin over without, medians. */
    double afterPauses() {
      return ratio(HeapAfterCollections::pauses);
    }

    /** The same after markings alone, where kept objects show most. */
    double afterMarkings() {
      return ratio(HeapAfterCollections::markings);
    }

    private double ratio(ToDoubleFunction<HeapAfterCollections> value) {
      return median(with, value) / median(without, value);
    }

    private static double median(
        List<HeapAfterCollections> runs, ToDoubleFunction<HeapAfterCollections> value) {
      double[] sorted = runs.stream().mapToDouble(value).sorted().toArray();
      return sorted[sorted.length / 2];
    }
  }

  /** Runs in turn without and with a recording. */
  static Result run(Jdk jdk, int pairs, double seconds, Path library, Path directory)
      throws IOException, InterruptedException, TimeoutException {
    List<HeapAfterCollections> without = new ArrayList<>();
    List<HeapAfterCollections> with = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      without.add(measured(jdk, seconds, null, directory));
      with.add(measured(jdk, seconds, library, directory));
    }
    return new Result(without, with);
  }

  /**
   * @param library null for a run without heaptwin
   */
  private static HeapAfterCollections measured(
      Jdk jdk, double seconds, Path library, Path directory)
      throws IOException, InterruptedException, TimeoutException {
    Path log = directory.resolve("gc.log");
    List<String> flags = new ArrayList<>(FLAGS);
    flags.add("-Xlog:gc:file=" + log + ":uptime:filecount=0");
    try (Target target =
        Target.start(jdk, "G1", directory, flags, RetentionProgram.class, seconds)) {
      target.awaitLines(1);
      if (library != null) {
        LoadedAgent agent = new LoadedAgent(target.pid(), library, directory);
        LoadedAgent.Answer started = agent.start(directory.resolve("retention.htprof"), INTERVAL);
        if (!started.ok()) {
          throw new IllegalStateException("start answered " + started);
        }
      }
      if (target.awaitEnd() != 0) {
        throw new IllegalStateException(target.err());
      }
      return HeapAfterCollections.read(log, seconds);
    }
  }
}
