package org.heaptwin.bench.survival;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.profile.Profile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 200 threads a second come and go under watchpoints. About 15 s. */
class ThreadChurnIT {
  private static final int THREADS = 800;

  @ParameterizedTest
  @ValueSource(strings = {"G1", "Parallel"})
  void briefThreadsGiveBackWhatTheyHeld(String collector) throws Exception {
    Jdk jdk = Setting.newest();
    Path directory = Setting.directory(ThreadChurnIT.class, jdk.feature(), collector);
    ThreadChurn.Result result =
        ThreadChurn.run(jdk, collector, THREADS, Setting.LIBRARY, directory);

    Profile profile = result.profile();
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(OtherThanTheVm.lines(result.err())).isEmpty();
    assertThat(profile.sources().watchpoints().armed()).isPositive();
    assertThat(profile.sources().watchpoints().traps()).isPositive();
    assertThat(result.during().descriptors()).isGreaterThan(result.before().descriptors());
    assertThat(result.after().descriptors()).isEqualTo(result.before().descriptors());
    // Every thread that could be probed was; the kernel has room for all of them.
    assertThat(result.unprobed()).isZero();
    assertThat(profile.threads()).hasSizeGreaterThanOrEqualTo(THREADS / 2);
  }
}
