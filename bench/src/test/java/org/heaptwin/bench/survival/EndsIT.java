package org.heaptwin.bench.survival;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.ProfileReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever ends first, the command, the program or the recording: a profile stays. About 35 s. */
class EndsIT {
  private static final List<String> FLAGS = List.of("-Xmx128m");

  @TempDir Path directory;

  @Test
  void theCommandIsKilled() throws Exception {
    Path profile = directory.resolve("profile.htprof");
    try (Target target = startProgram(Setting.newest())) {
      Process command = HeaptwinCommand.ofWorkingCopy().startRecording(target.pid(), 600, profile);
      target.await(() -> Files.exists(profile));
      command.destroyForcibly().waitFor();

      target.await(() -> endOf(profile).equals("owner gone"));
      assertThat(agentOf(target).status().state()).isEqualTo("idle");
      assertThat(target.tellToEnd()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"return", "exit", "halt"})
  void theProgramEnds(String how) throws Exception {
    Path profile = directory.resolve("profile.htprof");
    for (Jdk jdk : Setting.jdks()) {
      Files.deleteIfExists(profile);
      try (Target target =
          Target.start(jdk, "G1", directory, FLAGS, SurvivalProgram.class, 300, how)) {
        target.awaitLines(20);
        assertThat(agentOf(target).start(profile).ok()).isTrue();
        assertThat(target.awaitEnd()).isZero();

        assertThat(endOf(profile)).as("JDK " + jdk.feature()).isEqualTo("target exit");
        assertThat(target.lines()).isEqualTo(300);
      }
    }
  }

  /** The profile is written every 10 s; what was there last is whole. */
  @Test
  void theProgramIsKilled() throws Exception {
    Path profile = directory.resolve("profile.htprof");
    try (Target target = startProgram(Setting.newest())) {
      assertThat(agentOf(target).start(profile).ok()).isTrue();
      long first = durationOf(profile);
      target.await(() -> durationOf(profile) > first);
      target.kill();

      Profile last = ProfileReader.read(profile);
      assertThat(last.recording().end()).isEqualTo("running");
      assertThat(last.recording().durationNanos()).isGreaterThan(first);
      assertThat(last.contexts()).isNotEmpty();
    }
  }

  /** The VM closes the library when its first command fails; the callbacks must still exist. */
  @Test
  void theFirstCommandFails() throws Exception {
    for (Jdk jdk : Setting.jdks()) {
      try (Target target =
          Target.start(jdk, "G1", directory, FLAGS, SurvivalProgram.class, 300, "return")) {
        target.awaitLines(20);
        Path nowhere = directory.resolve("no-such-folder").resolve("profile.htprof");
        assertThat(agentOf(target).start(nowhere).ok()).isFalse();

        assertThat(target.awaitEnd()).as("JDK " + jdk.feature()).isZero();
        assertThat(target.lines()).isEqualTo(300);
      }
    }
  }

  @Test
  void twoRecordingsAtOnce() throws Exception {
    Path first = directory.resolve("first.htprof");
    Path second = directory.resolve("second.htprof");
    try (Target target = startProgram(Setting.newest())) {
      LoadedAgent agent = agentOf(target);
      assertThat(agent.start(first).ok()).isTrue();
      LoadedAgent.Answer refused = agent.start(second);

      assertThat(refused.code()).isEqualTo(200);
      assertThat(refused.reply().path("what").asText())
          .contains("already recording")
          .contains(first.toString());
      assertThat(refused.reply().path("exit").asInt()).isEqualTo(3);
      assertThat(second).doesNotExist();
      assertThat(agent.stop().ok()).isTrue();
      assertThat(endOf(first)).isEqualTo("stopped");
      assertThat(target.tellToEnd()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sing",
        "start",
        "start,file=relative",
        "start,file=/tmp/profile,nonsense=1",
        "start,file=/tmp/profile,interval=lots",
        "start,file=/tmp/profile,watch"
      })
  void badOptionsAreRefusedAndHarmNobody(String options) throws Exception {
    try (Target target = startProgram(Setting.newest())) {
      LoadedAgent agent = agentOf(target);
      LoadedAgent.Answer refused = agent.command(options);

      assertThat(refused.code()).isEqualTo(100);
      assertThat(refused.reply().path("ok").asBoolean(true)).isFalse();
      assertThat(refused.reply().path("what").asText()).isNotBlank();
      assertThat(refused.reply().path("remedy").asText()).isNotBlank();
      assertThat(agent.status().state()).isEqualTo("idle");
      assertThat(target.tellToEnd()).isZero();
      assertThat(OtherThanTheVm.lines(target.err())).isEmpty();
    }
  }

  @Test
  void theOutputDirectoryVanishes() throws Exception {
    Path gone = Files.createDirectory(directory.resolve("gone"));
    try (Target target = startProgram(Setting.newest())) {
      LoadedAgent agent = agentOf(target);
      Path profile = gone.resolve("profile.htprof");
      assertThat(agent.start(profile).ok()).isTrue();
      Files.delete(profile);
      Files.delete(gone);
      LoadedAgent.Answer stopped = agent.stop();

      assertThat(stopped.code()).isEqualTo(200);
      assertThat(stopped.reply().path("what").asText())
          .contains("the profile was not written")
          .contains("No such file or directory");
      assertThat(gone).doesNotExist();
      // What was lost does not stand in the way of the next recording.
      Path next = directory.resolve("next.htprof");
      assertThat(agent.start(next).ok()).isTrue();
      assertThat(agent.stop().ok()).isTrue();
      assertThat(endOf(next)).isEqualTo("stopped");
      assertThat(target.tellToEnd()).isZero();
    }
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).noneMatch(file -> file.toString().endsWith(".part"));
    }
  }

  private Target startProgram(Jdk jdk) throws Exception {
    Target target = Target.start(jdk, "G1", directory, FLAGS, SurvivalProgram.class);
    target.awaitLines(10);
    return target;
  }

  private LoadedAgent agentOf(Target target) {
    return new LoadedAgent(target.pid(), Setting.LIBRARY, directory);
  }

  private static String endOf(Path profile) {
    return ProfileReader.read(profile).recording().end();
  }

  private static long durationOf(Path profile) {
    return ProfileReader.read(profile).recording().durationNanos();
  }
}
