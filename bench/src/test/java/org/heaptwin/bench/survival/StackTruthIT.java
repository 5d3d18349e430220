package org.heaptwin.bench.survival;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.heaptwin.bench.process.Jdk;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A stack that the agent takes for a known one is that one, however its code is run. About 40 s.
 */
class StackTruthIT {
  private static final int CALLS = 10_000;

  @ParameterizedTest
  @MethodSource("modes")
  void aKnownStackIsTheSameStack(Jdk jdk, List<String> mode) throws Exception {
    Path directory = Setting.directory(StackTruthIT.class, jdk.feature(), mode);
    StackTruth.Result result = StackTruth.run(jdk, mode, CALLS, Setting.STACK_TRUTH, directory);

    assertThat(result.mistaken()).as(result.toString()).isZero();
    assertThat(result.wrongly()).as(result.toString()).isZero();
    assertThat(result.read()).as(result.toString()).isGreaterThan(result.allocations() / 2);
    assertThat(result.known()).as(result.toString()).isGreaterThan(100_000);
    assertThat(result.composed()).as(result.toString()).isGreaterThan(100_000);
  }

  static Stream<Arguments> modes() {
    return Setting.jdks().stream()
        .flatMap(jdk -> StackTruth.MODES.stream().map(mode -> Arguments.of(jdk, mode)));
  }
}
