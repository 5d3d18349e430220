package org.heaptwin.bench.survival;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.profile.Profile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program survives being recorded again and again, and keeps nothing of it. About 45 s. */
class StartStopIT {
  private static final int CYCLES = 15;
  private static final double MEBIBYTE = 1 << 20;
  // While the VM still warms up its own memory grows by up to 1 MiB a cycle; the tables of one of
  // these recordings are several times that.
  private static final double LARGEST_GROWTH = 3 * MEBIBYTE;

  @ParameterizedTest
  @MethodSource("org.heaptwin.bench.survival.Setting#readable")
  void startStopCyclesLeaveTheProgramAsItWas(Jdk jdk, String collector) throws Exception {
    Path directory = Setting.directory(StartStopIT.class, jdk.feature(), collector);
    StartStopCycles.Result result =
        StartStopCycles.run(
            jdk, collector, CYCLES, StartStopCycles.STEPS, Setting.LIBRARY, directory, List.of());

    requireUnharmed(jdk, result, directory);
    assertThat(result.profiles())
        .hasSize(CYCLES)
        .allSatisfy(
            profile -> {
              assertThat(profile.recording().end()).isEqualTo("stopped");
              assertThat(profile.target().collector()).isEqualTo(collector);
              assertThat(profile.sources().content().available()).isTrue();
              assertThat(profile.contexts()).isNotEmpty();
            });
    List<Vitals> settled = result.vitals().subList(CYCLES / 2, CYCLES);
    // The VM opens files of its own for a moment; a leaked descriptor stays, and lifts the lowest
    // count.
    assertThat(fewestDescriptors(settled.subList(settled.size() / 2, settled.size())))
        .isEqualTo(fewestDescriptors(settled.subList(0, settled.size() / 2)));
    // The VM starts and ends compiler and collector threads of its own.
    assertThat(Vitals.slope(settled, Vitals::threads)).isLessThan(0.5);
    assertThat(Vitals.slope(settled, Vitals::bytes)).isLessThan(LARGEST_GROWTH);
  }

  @ParameterizedTest
  @MethodSource("org.heaptwin.bench.survival.Setting#moving")
  void collectorsThatMoveAtAnyTimeGetNoContentAndAReason(Jdk jdk, String collector)
      throws Exception {
    Path directory = Setting.directory(StartStopIT.class, jdk.feature(), collector);
    StartStopCycles.Result result =
        StartStopCycles.run(
            jdk, collector, 3, StartStopCycles.STEPS, Setting.LIBRARY, directory, List.of());

    requireUnharmed(jdk, result, directory);
    assertThat(result.profiles()).hasSize(3).allSatisfy(StartStopIT::requireNoContent);
  }

  private static long fewestDescriptors(List<Vitals> vitals) {
    return vitals.stream().mapToLong(Vitals::descriptors).min().orElseThrow();
  }

  private static void requireNoContent(Profile profile) {
    assertThat(profile.sources().content().available()).isFalse();
    assertThat(profile.sources().content().reason())
        .contains(profile.target().collector())
        .contains("use G1");
    assertThat(profile.sources().watchpoints().kind()).isEqualTo("off");
    assertThat(profile.sources().access().kind()).isEqualTo("off");
    assertThat(profile.contexts())
        .isNotEmpty()
        .allSatisfy(context -> assertThat(context.content()).isEmpty());
  }

  /** Ended well, and said what it says without heaptwin; on stderr only the VM's own warning. */
  private static void requireUnharmed(Jdk jdk, StartStopCycles.Result result, Path directory)
      throws Exception {
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out())
        .isEqualTo(
            StartStopCycles.outputWithoutHeaptwin(
                jdk, result.lines(), directory.resolve("without")));
    assertThat(OtherThanTheVm.lines(result.err())).isEmpty();
  }
}
