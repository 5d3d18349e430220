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
 * The truth program, recorded end to end once with each collector on few and on many threads;
 * coverage is judged pooled.
 */
class TruthIT {
  private static final double SECONDS = 5;

  @Test
  void intervalsCoverTheTruthAndNothingContradictsIt() throws Exception {
    HeaptwinCommand heaptwin = HeaptwinCommand.ofWorkingCopy();
    Path directory = heaptwin.root().resolve("build/bench/truth-it");
    TruthHarness harness = new TruthHarness(heaptwin, directory, SECONDS);
    List<Configuration> configurations = configurations();
    for (Configuration configuration : configurations) {
      harness.run(configuration);
    }

    assertThat(harness.contradictions()).isEmpty();
    assertThat(harness.table().pooled())
        .as(harness.report(configurations.size()))
        .isNotEmpty()
        .allMatch(CoverageTable.Row::passes);
  }

  /** One thread on JDK 17, eight on JDK 25 where it is installed. */
  private static List<Configuration> configurations() {
    Map<Integer, Jdk> installed = Jdk.installed();
    Jdk older = installed.getOrDefault(17, Jdk.running());
    Jdk newer = installed.getOrDefault(25, older);
    List<Configuration> configurations = new ArrayList<>();
    for (String collector : Configuration.COLLECTORS) {
      configurations.add(new Configuration(older, collector, 1, 101));
      configurations.add(new Configuration(newer, collector, 8, 102));
    }
    return configurations;
  }
}
