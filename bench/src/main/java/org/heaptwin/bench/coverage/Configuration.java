package org.heaptwin.bench.coverage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.heaptwin.bench.process.Jdk;

/**
 * One way to run the truth program.
 *
 * @param collector name as in {@code -XX:+Use<name>GC}
 */
record Configuration(Jdk jdk, String collector, int threads, long seed) {
  static final List<String> COLLECTORS = List.of("Serial", "Parallel", "G1");

  /**
   * Every JDK with every collector and with 1 and 8 threads, {@code rounds} times with seeds of
   * their own.
   */
  static List<Configuration> matrix(Collection<Jdk> jdks, int rounds) {
    List<Configuration> all = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      for (Jdk jdk : jdks) {
        for (String collector : COLLECTORS) {
          all.add(new Configuration(jdk, collector, 1, round));
          all.add(new Configuration(jdk, collector, 8, round));
        }
      }
    }
    return all;
  }

  @Override
  public String toString() {
    return "JDK " + jdk.feature() + " " + collector + ", " + threads + " threads, seed " + seed;
  }
}
