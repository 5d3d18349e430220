package org.heaptwin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.heaptwin.attach.ChildProcesses;
import org.heaptwin.attach.OtherUser;
import org.heaptwin.linux.Libc;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.ProfileReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command with the real agent and real targets. */
class RecordIT {
  private static final Path HOME = Path.of(System.getProperty("heaptwin.home"));

  private final ChildProcesses children = new ChildProcesses();
  @TempDir Path directory;

  @AfterEach
  void endChildren() {
    children.close();
  }

  @Test
  void recordsARunningJvmTwice() throws IOException {
    Process target = allocator();
    for (String name : List.of("first", "second")) {
      Path profile = directory.resolve(name + ".htprof");
      Path json = directory.resolve(name + ".json");

      Outcome outcome =
          Outcome.of(
              "record",
              Long.toString(target.pid()),
              "-d",
              "3s",
              "-o",
              profile.toString(),
              "--report-json",
              json.toString());

      assertThat(outcome.exitCode).as(outcome.err).isZero();
      assertThat(outcome.err)
          .contains("Recording JVM " + target.pid())
          .contains("Wrote " + profile);
      assertThat(outcome.out)
          .contains(Allocator.Replica.class.getName())
          .contains("HOW IT WAS MEASURED");
      JsonNode report = new ObjectMapper().readTree(json.toFile());
      assertThat(report.get("contexts"))
          .anySatisfy(
              context ->
                  assertThat(context.get("class").textValue())
                      .isEqualTo(Allocator.Replica.class.getName()));
    }
    assertThat(target.isAlive()).isTrue();
  }

  @Test
  void stopsEarlyAndStillWritesOnInterrupt() throws Exception {
    Process target = allocator();
    Path profile = directory.resolve("early.htprof");
    Process command =
        heaptwin("record", Long.toString(target.pid()), "-d", "10m", "-o", profile.toString());
    BufferedReader err = command.errorReader();
    assertThat(err.readLine()).contains("Recording JVM");

    interrupt(command);

    String rest = err.lines().collect(Collectors.joining("\n"));
    assertThat(command.waitFor()).as(rest).isZero();
    assertThat(rest).contains("Stopped early.").contains("Wrote " + profile);
    assertThat(ProfileReader.read(profile).recording().end()).isEqualTo("stopped");
    assertThat(target.isAlive()).isTrue();
  }

  @Test
  void keepsWhatATargetWroteBeforeItEnded() throws Exception {
    Process target = allocator();
    Path profile = directory.resolve("ended.htprof");
    Process command =
        heaptwin("record", Long.toString(target.pid()), "-d", "10m", "-o", profile.toString());
    BufferedReader err = command.errorReader();
    assertThat(err.readLine()).contains("Recording JVM");

    target.destroy();

    String rest = err.lines().collect(Collectors.joining("\n"));
    assertThat(command.waitFor()).as(rest).isZero();
    assertThat(rest).contains("ended during the recording");
    assertThat(ProfileReader.read(profile).recording().end()).isEqualTo("target exit");
  }

  @Test
  void refusesASecondRecordingOfOneTarget() throws Exception {
    String target = Long.toString(allocator().pid());
    Process first =
        heaptwin("record", target, "-d", "10m", "-o", directory.resolve("a.htprof").toString());
    assertThat(first.errorReader().readLine()).contains("Recording JVM");

    Outcome.of("record", target, "-d", "1s", "-o", directory.resolve("b.htprof").toString())
        .isOneLine(3, "record");

    interrupt(first);
    first.inputReader().lines().forEach(line -> {});
    assertThat(first.waitFor()).isZero();
  }

  @Test
  void recordsAnotherUsersJvmAsRoot() throws IOException {
    assumeTrue(Libc.INSTANCE.geteuid() == 0, "only root may start a process of another user");
    Process target = OtherUser.jvm(children);
    Path profile = Path.of("/tmp", "heaptwin-it-" + target.pid() + ".htprof");

    Outcome outcome =
        Outcome.of("record", Long.toString(target.pid()), "-d", "1s", "-o", profile.toString());

    assertThat(outcome.exitCode).as(outcome.err).isZero();
    assertThat(Files.getOwner(profile).getName()).isEqualTo("nobody");
    assertThat(outcome.out).contains("(pid " + target.pid() + ")");
    Files.delete(profile);
  }

  @Test
  void runsACommandAndReportsAfterIt() throws Exception {
    Path pattern = directory.resolve("run-%p.htprof");
    Process command = heaptwin(run("0", "-o", pattern.toString()));

    String out = command.inputReader().lines().collect(Collectors.joining("\n"));

    assertThat(command.waitFor()).isZero();
    assertThat(out).startsWith("ready\n").contains(Allocator.Replica.class.getName());
    try (Stream<Path> files = Files.list(directory)) {
      Path file = files.collect(Collectors.toList()).get(0);
      Profile profile = ProfileReader.read(file);
      assertThat(file).hasFileName("run-" + profile.target().pid() + ".htprof");
      assertThat(profile.recording().end()).isEqualTo("target exit");
    }
  }

  @Test
  void passesTheChildsExitCodeOn() throws Exception {
    Process command = heaptwin(run("7", "-o", directory.resolve("x.htprof").toString()));

    command.inputReader().lines().forEach(line -> {});

    assertThat(command.waitFor()).isEqualTo(7);
    assertThat(directory.resolve("x.htprof")).exists();
  }

  @Test
  void doctorFindsThatRecordingIsPossible() throws IOException {
    Process target = allocator();

    Outcome outcome = Outcome.of("doctor", Long.toString(target.pid()));

    assertThat(outcome.exitCode).as(outcome.out).isZero();
    assertThat(outcome.out)
        .containsPattern("ok +guarded copies, self-test +passed")
        .containsPattern("ok +libheaptwin.so +0\\.")
        .contains("Recording is possible.");
  }

  private Process allocator() throws IOException {
    Process process =
        children.start(
            List.of(
                ChildProcesses.java(),
                "-Xmx64m",
                "-cp",
                "target/test-classes",
                Allocator.class.getName(),
                "600000",
                "0"));
    ChildProcesses.awaitMain(process);
    return process;
  }

  private static String[] run(String exitCode, String... options) {
    List<String> arguments = new ArrayList<>(List.of("run"));
    arguments.addAll(List.of(options));
    arguments.addAll(
        List.of(
            "--",
            ChildProcesses.java(),
            "-Xmx64m",
            "-cp",
            "target/test-classes",
            Allocator.class.getName(),
            "2000",
            exitCode));
    return arguments.toArray(String[]::new);
  }

  /** The launcher of this checkout; its jar was packaged before. */
  private Process heaptwin(String... arguments) throws IOException {
    // A build that runs in the background has SIGINT ignored, and children inherit that.
    List<String> command =
        new ArrayList<>(
            List.of("env", "--default-signal=INT", HOME.resolve("heaptwin").toString()));
    command.addAll(List.of(arguments));
    return children.startWithStderr(command);
  }

  private static void interrupt(Process process) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
  }
}
