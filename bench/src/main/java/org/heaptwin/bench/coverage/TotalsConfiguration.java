package org.heaptwin.bench.coverage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.heaptwin.bench.process.Jdk;

/**
 * One way to run and record the program of allocation totals.
 *
 * @param collector name as in {@code -XX:+Use<name>GC}
 * @param interval sampling interval as the agent's option; null leaves it adaptive
 * @param fromStart the agent is loaded with the VM and sees whole thread lives; else it is attached
 *     to threads that are there already
 */
record TotalsConfiguration(
    Jdk jdk, String collector, String interval, int threads, boolean fromStart, long seed) {
  private static final List<String> INTERVALS = List.of("64k", "256k", "512k", "4m", "adaptive");

  /**
   * Every JDK with every collector and interval; 1 and 8 threads and both ways to load the agent,
   * {@code rounds} times with seeds of their own.
   */
  static List<TotalsConfiguration> matrix(Collection<Jdk> jdks, int rounds) {
    List<TotalsConfiguration> all = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      for (Jdk jdk : jdks) {
        for (String collector : Configuration.COLLECTORS) {
          for (String interval : INTERVALS) {
            String option = interval.equals("adaptive") ? null : interval;
            for (boolean fromStart : new boolean[] {true, false}) {
              all.add(new TotalsConfiguration(jdk, collector, option, 1, fromStart, round));
              all.add(new TotalsConfiguration(jdk, collector, option, 8, fromStart, round));
            }
          }
        }
      }
    }
    return all;
  }

  /** What rows of the table are made of. */
  TotalsTable.Key key() {
    return new TotalsTable.Key(jdk.feature(), collector, intervalName());
  }

  /** The fixed interval in bytes, null when it is adaptive. */
  Long intervalBytes() {
    if (interval == null) {
      return null;
    }
    long number = Long.parseLong(interval.substring(0, interval.length() - 1));
    return number << (interval.endsWith("m") ? 20 : 10);
  }

  @Override
  public String toString() {
    return "JDK "
        + jdk.feature()
        + " "
        + collector
        + ", "
        + intervalName()
        + ", "
        + threads
        + (threads == 1 ? " thread, " : " threads, ")
        + (fromStart ? "from start" : "attached")
        + ", seed "
        + seed;
  }

  private String intervalName() {
    return interval == null ? "adaptive" : interval;
  }
}
