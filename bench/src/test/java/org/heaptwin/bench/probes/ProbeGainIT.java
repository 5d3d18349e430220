package org.heaptwin.bench.probes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Of short-lived small objects probes see what sampling alone does not, in the same time: ten times
 * the accesses and first uses, and contexts that sampling alone misses. About 25 s for each JDK.
 */
class ProbeGainIT {
  private static final double SECONDS = 10;
  private static final int GAIN = 10;

  @ParameterizedTest
  @MethodSource("jdks")
  void probesSeeTenTimesAsMuchAndFindWhatSamplingMisses(Jdk jdk) throws Exception {
    HeaptwinCommand heaptwin = HeaptwinCommand.ofWorkingCopy();
    Path directory = heaptwin.root().resolve("build/bench/probes/" + jdk.feature());
    ProbeGain gain = ProbeGain.measure(heaptwin, jdk, SECONDS, directory);
    System.out.println("JDK " + jdk.feature() + "\n" + gain.table());

    for (String caller : List.of("frequentEven", "frequentOdd")) {
      SeenOfPoints sampled = gain.sampled().getOrDefault(caller, SeenOfPoints.NOTHING);
      SeenOfPoints probed = gain.probed().getOrDefault(caller, SeenOfPoints.NOTHING);
      assertThat(probed.accesses())
          .as(caller + " accesses")
          .isGreaterThanOrEqualTo(GAIN * Math.max(1, sampled.accesses()));
      assertThat(probed.comparisons())
          .as(caller + " comparisons")
          .isGreaterThanOrEqualTo(GAIN * Math.max(1, sampled.comparisons()));
    }
    // A busy machine gives the program so little time that one may stay unseen.
    assertThat(ProbeGain.rareFound(gain.probed()))
        .isGreaterThanOrEqualTo(ShortLivedProgram.RARE - 1);
    assertThat(ProbeGain.rareFound(gain.sampled()))
        .as("or there is nothing to be gained")
        .isLessThan(ProbeGain.rareFound(gain.probed()));
  }

  static List<Jdk> jdks() {
    Map<Integer, Jdk> installed = Jdk.installed();
    List<Jdk> found = Stream.of(17, 25).map(installed::get).filter(Objects::nonNull).toList();
    return found.isEmpty() ? List.of(Jdk.running()) : found;
  }
}
