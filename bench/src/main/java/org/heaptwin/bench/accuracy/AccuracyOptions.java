package org.heaptwin.bench.accuracy;

import java.util.List;
import java.util.Map;
import org.heaptwin.bench.process.Jdk;

/**
 * What the bench is asked to do.
 *
 * @param programs names; empty for all
 * @param jdks feature releases
 * @param runs recordings of {@code seconds} for each program and JDK
 * @param truthSeconds length of the exhaustive recording; 0 for none, then nothing is judged but
 *     the known sites
 * @param dumps whether heaps are dumped and compared
 */
record AccuracyOptions(
    List<String> programs,
    List<Integer> jdks,
    int runs,
    double seconds,
    double truthSeconds,
    boolean dumps) {

  static AccuracyOptions parse(String... arguments) {
    AccuracyOptions options = new AccuracyOptions(List.of(), List.of(17), 3, 20, 300, true);
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      options = options.with(arguments[i], arguments[i + 1]);
    }
    return options;
  }

  private AccuracyOptions with(String name, String value) {
    return switch (name) {
      case "--programs" ->
          new AccuracyOptions(words(value), jdks, runs, seconds, truthSeconds, dumps);
      case "--jdks" ->
          new AccuracyOptions(
              programs,
              words(value).stream().map(Integer::valueOf).toList(),
              runs,
              seconds,
              truthSeconds,
              dumps);
      case "--runs" ->
          new AccuracyOptions(
              programs, jdks, Integer.parseInt(value), seconds, truthSeconds, dumps);
      case "--seconds" ->
          new AccuracyOptions(programs, jdks, runs, Double.parseDouble(value), truthSeconds, dumps);
      case "--truth-seconds" ->
          new AccuracyOptions(programs, jdks, runs, seconds, Double.parseDouble(value), dumps);
      case "--dumps" ->
          new AccuracyOptions(
              programs, jdks, runs, seconds, truthSeconds, Boolean.parseBoolean(value));
      default -> throw new IllegalArgumentException("unknown option " + name);
    };
  }

  private static List<String> words(String value) {
    return List.of(value.split(","));
  }

  /** The JDKs asked for that are installed. */
  List<Jdk> installed() {
    Map<Integer, Jdk> installed = Jdk.installed();
    return jdks.stream().filter(installed::containsKey).map(installed::get).toList();
  }
}
