package org.heaptwin.bench.survival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.ProfileReader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs of virtual threads live with a recording, and their stacks are given up, not guessed.
 */
class VirtualThreadsIT {
  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;
  private static final String STEPS = "200";

  @ParameterizedTest
  @ValueSource(strings = {"-XX:+TieredCompilation", "-Xint"})
  void virtualThreadsAreLeftAlone(String mode) throws Exception {
    Jdk jdk = Setting.newest();
    assumeTrue(jdk.feature() >= FIRST_WITH_VIRTUAL_THREADS, "no JDK with virtual threads here");
    Path directory = Setting.directory(VirtualThreadsIT.class, jdk.feature(), mode);
    Path profile = directory.resolve("virtual.htprof");
    String out = run(jdk, directory.resolve("without"), List.of(mode));
    String agent = "-agentpath:" + Setting.LIBRARY + "=start,interval=16k,file=" + profile;

    assertThat(run(jdk, directory, List.of(mode, agent))).isEqualTo(out);

    Profile recorded = ProfileReader.read(profile);
    assertThat(recorded.losses().getOrDefault("stack unavailable", 0L)).isGreaterThan(100);
    assertThat(recorded.losses().getOrDefault("stack mistaken", 0L)).isZero();
    assertThat(recorded.contexts())
        .as("what virtual threads allocate has no stack")
        .noneMatch(context -> framesOf(recorded, context).contains("VirtualThreadsProgram.work"));
  }

  private static String run(Jdk jdk, Path directory, List<String> flags) throws Exception {
    try (Target target =
        Target.start(jdk, "G1", directory, flags, VirtualThreadsProgram.class, STEPS)) {
      assertThat(target.awaitEnd(120)).as(target.err()).isZero();
      return target.out();
    }
  }

  private static String framesOf(Profile profile, Context context) {
    StringBuilder frames = new StringBuilder();
    for (int frame : context.frames()) {
      frames.append(profile.frames().get(frame)).append('\n');
    }
    return frames.toString();
  }
}
