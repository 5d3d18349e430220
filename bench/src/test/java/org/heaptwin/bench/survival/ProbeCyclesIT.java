package org.heaptwin.bench.survival;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A program survives being probed again and again, and prints what it prints without. About 15 s
 * for each JDK.
 */
class ProbeCyclesIT {
  private static final int CYCLES = 8;

  @ParameterizedTest
  @MethodSource("jdks")
  void probesComeAndGoUnnoticed(Jdk jdk) throws Exception {
    Path directory = Setting.directory(ProbeCyclesIT.class, jdk.feature());
    Path jar =
        HeaptwinCommand.ofWorkingCopy().root().resolve("javaagent/target/heaptwin-agent.jar");
    ProbeCycles.Result result = ProbeCycles.run(jdk, CYCLES, Setting.LIBRARY, jar, directory);

    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.cycles()).as("cycles with probed objects").isEqualTo(CYCLES);
    assertThat(result.sites()).isGreaterThan(CYCLES);
    assertThat(result.out())
        .isEqualTo(
            StartStopCycles.outputWithoutHeaptwin(
                jdk, result.lines(), directory.resolve("without")));
    assertThat(OtherThanTheVm.lines(result.err()))
        .allMatch(line -> line.contains("-Xverify:all") || line.contains("BytecodeVerification"));
  }

  static List<Jdk> jdks() {
    return Setting.jdks();
  }
}
