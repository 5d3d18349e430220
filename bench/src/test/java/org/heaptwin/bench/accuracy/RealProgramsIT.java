package org.heaptwin.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.bench.programs.Program;
import org.heaptwin.bench.programs.ProgramCatalogue;
import org.junit.jupiter.api.Test;

/**
 * Two real programs, recorded for a few seconds as a user would: one with replicas, one without.
 */
class RealProgramsIT {
  private static final double SECONDS = 8;

  @Test
  void tablesawCopiesOneEntryForEachMonthOverAndOver() throws IOException, InterruptedException {
    SampledRun run = recorded("tablesaw");

    assertThat(KnownSiteCheck.of(run))
        .filteredOn(check -> check.site().contains("SimpleImmutableEntry"))
        .singleElement()
        .satisfies(check -> assertThat(check.met()).as(check.toString()).isTrue());
  }

  private static SampledRun recorded(String name) throws IOException, InterruptedException {
    HeaptwinCommand heaptwin = HeaptwinCommand.ofWorkingCopy();
    Path directory = heaptwin.root().resolve("build/bench");
    Program program =
        new ProgramCatalogue(heaptwin.root(), directory.resolve("programs")).named(name);
    program.prepare();
    Path profile = Files.createTempDirectory(name).resolve(name + ".htprof");
    Jdk jdk = Jdk.running();
    new ProgramRecording(heaptwin).record(program, jdk, SECONDS, profile, List.of());
    return SampledRun.read(name, jdk.feature(), SECONDS, 1, profile);
  }
}
