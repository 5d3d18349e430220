package org.heaptwin.bench.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.junit.jupiter.api.Test;

/**
 * Allocation totals against exact counts, once with each collector: attached on JDK 17, from start
 * on JDK 25. Coverage is judged pooled by JDK; {@link TotalsHarness} judges each configuration.
 */
class TotalsIT {
  private static final double SECONDS = 2.5;

  @Test
  void totalsCoverWhatTheProgramAndTheVmCounted() throws Exception {
    Path root = HeaptwinCommand.ofWorkingCopy().root();
    TotalsHarness harness =
        new TotalsHarness(
            root.resolve("build/lib/libheaptwin.so"),
            root.resolve("build/bench/totals-it"),
            SECONDS);
    List<TotalsConfiguration> configurations = configurations();
    for (TotalsConfiguration configuration : configurations) {
      harness.run(configuration);
    }

    assertThat(harness.contradictions()).isEmpty();
    for (int jdk : configurations.stream().mapToInt(c -> c.jdk().feature()).distinct().toArray()) {
      for (String kind : List.of("thread", "context")) {
        TotalsTable.Coverage coverage = harness.table().coverage(kind, key -> key.jdk() == jdk);
        assertThat(coverage.claimed()).as("intervals by %s on JDK %s", kind, jdk).isPositive();
        assertThat(coverage.passes()).as(harness.report()).isTrue();
      }
    }
    assertThat(configurations)
        .as(harness.report())
        .allMatch(configuration -> harness.table().eventsPass(configuration.key()));
  }

  private static List<TotalsConfiguration> configurations() {
    Map<Integer, Jdk> installed = Jdk.installed();
    Jdk older = installed.getOrDefault(17, Jdk.running());
    Jdk newer = installed.getOrDefault(25, older);
    List<TotalsConfiguration> all = new ArrayList<>();
    for (String collector : Configuration.COLLECTORS) {
      all.add(new TotalsConfiguration(older, collector, "256k", 8, false, 201));
      all.add(new TotalsConfiguration(newer, collector, "256k", 8, true, 202));
      all.add(new TotalsConfiguration(newer, collector, null, 1, false, 203));
    }
    return all;
  }
}
