package org.heaptwin.bench.survival;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.bench.survival.AddressReadings.Rule;

/** Runs {@link AddressTruthProgram} and reads its counts. */
final class AddressTruth {
  private static final List<String> FLAGS = List.of("-Xmx200m", "-Xmn24m", "-XX:MetaspaceSize=4m");
  private static final long SHORTEST_SECONDS = 50;

  /** A machine with half a processor to spare reads faster; a run that is slower still fails. */
  private static final long SLOWEST_READINGS_PER_SECOND = 15_000;

  private AddressTruth() {}

  /** Of all readings by a rule, how many it accepted, and how many of those were wrong. */
  record Count(long readings, long accepted, long wrong) {}

  /**
   * What was counted.
   *
   * @param silent collections without an event
   */
  record Result(Map<Rule, Count> counts, long collections, long silent) {
    Count by(Rule rule) {
      return counts.get(rule);
    }
  }

  /**
   * @param readings that the agent's rule shall accept
   */
  static Result run(Jdk jdk, String collector, long readings, Path library, Path directory)
      throws IOException, InterruptedException, TimeoutException {
    List<String> flags = new ArrayList<>(FLAGS);
    if (jdk.feature() >= 22) {
      flags.add("--enable-native-access=ALL-UNNAMED");
    }
    long seconds = Math.max(SHORTEST_SECONDS, readings / SLOWEST_READINGS_PER_SECOND);
    try (Target target =
        Target.start(
            jdk,
            collector,
            directory,
            flags,
            AddressTruthProgram.class,
            library,
            readings,
            seconds)) {
      int exit = target.awaitEnd(seconds);
      if (exit != 0) {
        throw new IllegalStateException("the program ended with " + exit + ": " + target.err());
      }
      return parse(target.out());
    }
  }

  private static Result parse(String out) {
    long[] numbers =
        Arrays.stream(out.replaceAll("[^0-9 ]", "").split(" "))
            .mapToLong(Long::parseLong)
            .toArray();
    Map<Rule, Count> counts = new EnumMap<>(Rule.class);
    for (Rule rule : Rule.values()) {
      int at = rule.position();
      counts.put(rule, new Count(numbers[at], numbers[at + 1], numbers[at + 2]));
    }
    int end = 3 * counts.size();
    return new Result(counts, numbers[end], numbers[end + 1]);
  }
}
