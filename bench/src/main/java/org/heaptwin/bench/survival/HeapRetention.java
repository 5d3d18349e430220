package org.heaptwin.bench.survival;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.heaptwin.bench.process.Jdk;

/**
 * Compares the heap in use under G1 with and without a recording. A profiler that resolves its weak
 * references during concurrent marking keeps dead objects for another cycle.
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

  /** Heap in use of each run, bytes. */
  record Result(List<Long> without, List<Long> with) {
    double ratio() {
      return (double) median(with) / median(without);
    }

    private static long median(List<Long> values) {
      List<Long> sorted = new ArrayList<>(values);
      Collections.sort(sorted);
      return sorted.get(sorted.size() / 2);
    }
  }

  /** Runs in turn without and with a recording. */
  static Result run(Jdk jdk, int pairs, double seconds, Path library, Path directory)
      throws IOException, InterruptedException, TimeoutException {
    List<Long> without = new ArrayList<>();
    List<Long> with = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      without.add(used(jdk, seconds, null, directory));
      with.add(used(jdk, seconds, library, directory));
    }
    return new Result(without, with);
  }

  /**
   * @param library null for a run without heaptwin
   */
  private static long used(Jdk jdk, double seconds, Path library, Path directory)
      throws IOException, InterruptedException, TimeoutException {
    try (Target target =
        Target.start(jdk, "G1", directory, FLAGS, RetentionProgram.class, seconds)) {
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
      return Long.parseLong(target.out().replaceAll("(?s).*used (\\d+).*", "$1"));
    }
  }
}
