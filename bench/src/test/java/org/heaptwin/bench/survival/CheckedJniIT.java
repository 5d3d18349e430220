package org.heaptwin.bench.survival;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.heaptwin.bench.process.Jdk;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Under -Xcheck:jni the VM examines every JNI call and prints what is wrong with it on stdout. The
 * program's own output is known, so whatever else is printed is about heaptwin. About 15 s.
 */
class CheckedJniIT {
  private static final int STEPS = 200;

  @ParameterizedTest
  @MethodSource("org.heaptwin.bench.survival.Setting#readable")
  void noJniCallIsWrong(Jdk jdk, String collector) throws Exception {
    Path directory = Setting.directory(CheckedJniIT.class, jdk.feature(), collector);
    StartStopCycles.Result result =
        StartStopCycles.run(
            jdk, collector, 2, STEPS, Setting.LIBRARY, directory, List.of("-Xcheck:jni"));

    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out().lines().filter(line -> !line.startsWith("step "))).isEmpty();
    assertThat(OtherThanTheVm.lines(result.err())).isEmpty();
  }
}
