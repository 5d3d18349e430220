package org.heaptwin.bench.truth;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Options of the truth programs, each as {@code --name value}.
 *
 * @param threads allocating threads
 * @param seed of all random orders
 * @param seconds how long to run; 0 runs until anything arrives on standard input
 * @param pace rounds a second of all threads together, 0 for as fast as they go
 * @param held begin and end only when a line arrives on standard input
 * @param out file to write the truth to, null for standard output
 */
record ProgramOptions(int threads, long seed, double seconds, double pace, boolean held, Path out) {
  private static final double NANOS_PER_SECOND = 1e9;

  static ProgramOptions parse(String[] arguments) {
    Map<String, String> values =
        new HashMap<>(
            Map.of(
                "--threads",
                "1",
                "--seed",
                "1",
                "--seconds",
                "10",
                "--pace",
                "100000",
                "--held",
                "false",
                "--out",
                ""));
    for (int i = 0; i < arguments.length; i += 2) {
      if (!values.containsKey(arguments[i]) || i + 1 == arguments.length) {
        throw new IllegalArgumentException("unknown option or missing value: " + arguments[i]);
      }
      values.put(arguments[i], arguments[i + 1]);
    }
    return new ProgramOptions(
        Integer.parseInt(values.get("--threads")),
        Long.parseLong(values.get("--seed")),
        Double.parseDouble(values.get("--seconds")),
        Double.parseDouble(values.get("--pace")),
        Boolean.parseBoolean(values.get("--held")),
        values.get("--out").isEmpty() ? null : Path.of(values.get("--out")));
  }

  /** Tells when the time is over, counted from now. */
  BooleanSupplier end() {
    if (seconds > 0) {
      long end = System.nanoTime() + (long) (seconds * NANOS_PER_SECOND);
      return () -> System.nanoTime() - end >= 0;
    }
    return ProgramOptions::inputEnded;
  }

  /** Anything that arrives on standard input ends the program. */
  private static boolean inputEnded() {
    try {
      return System.in.available() > 0;
    } catch (IOException closed) {
      return true;
    }
  }
}
