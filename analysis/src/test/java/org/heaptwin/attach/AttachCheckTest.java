package org.heaptwin.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.heaptwin.linux.Libc;
import org.heaptwin.linux.ProcessFiles;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every reason not to attach, with a process that has it. */
class AttachCheckTest {
  private final ChildProcesses children = new ChildProcesses();

  @AfterEach
  void endChildren() {
    children.close();
  }

  @Test
  void acceptsAPlainJvm() throws IOException {
    Process jvm = children.jvm("-XX:+UseSerialGC");

    JavaProcess java = new AttachCheck(jvm.pid()).require();

    assertThat(java.mainName()).contains(Sleeper.class.getName());
    assertThat(java.collector()).contains("Serial");
    assertThat(java.javaVersion().orElseThrow()).startsWith(System.getProperty("java.version"));
  }

  @Test
  void refusesAPidOfNoProcess() throws Exception {
    refuses(ChildProcesses.deadPid(), "there is no process");
  }

  @Test
  void refusesAndSparesWhatIsNotAJvm() throws IOException {
    Process sleep = children.sleep();

    refuses(sleep.pid(), "is not a HotSpot JVM");
    assertThat(sleep.isAlive()).isTrue();
  }

  @Test
  void refusesAStoppedProcess() throws Exception {
    Process jvm = children.jvm();
    new ProcessBuilder("kill", "-STOP", Long.toString(jvm.pid())).start().waitFor();
    ChildProcesses.await(() -> new ProcessFiles(jvm.pid()).state() == 'T');

    refuses(jvm.pid(), "is stopped");
  }

  @Test
  void refusesAProcessThatWaitsForItsParent() throws Exception {
    // The shell execs into sleep and never collects its child.
    Process parent = children.start(List.of("sh", "-c", "sleep 0.1 & echo $!; exec sleep 600"));
    long zombie = Long.parseLong(parent.inputReader().readLine());
    ChildProcesses.await(() -> new ProcessFiles(zombie).state() == 'Z');

    refuses(zombie, "has ended");
  }

  @Test
  void refusesAJvmThatDisabledAttaching() throws IOException {
    refuses(children.jvm("-XX:+DisableAttachMechanism").pid(), "-XX:+DisableAttachMechanism");
  }

  @Test
  void findsTheFlagInAnArgumentFileWithoutPerformanceData(@TempDir Path directory)
      throws IOException {
    Path arguments = directory.resolve("arguments");
    Files.writeString(arguments, "# comment\n-XX:-UsePerfData\n-XX:+DisableAttachMechanism\n");

    refuses(children.jvm("@" + arguments).pid(), "-XX:+DisableAttachMechanism");
  }

  @Test
  void findsTheFlagInTheEnvironmentWithoutPerformanceData() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                ChildProcesses.java(),
                "-XX:-UsePerfData",
                "-cp",
                "target/test-classes",
                Sleeper.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:+DisableAttachMechanism");
    Process jvm = builder.start();
    try {
      ChildProcesses.awaitMain(jvm);
      refuses(jvm.pid(), "-XX:+DisableAttachMechanism");
    } finally {
      jvm.destroyForcibly();
    }
  }

  @Test
  void letsTheLastMentionWin() throws IOException {
    Process jvm = children.jvm("-XX:+DisableAttachMechanism", "-XX:-DisableAttachMechanism");

    assertThat(new AttachCheck(jvm.pid()).require().pid()).isEqualTo(jvm.pid());
  }

  @Test
  void refusesAJvmThatSigquitWouldEnd() throws IOException {
    Process jvm = children.jvm("-Xrs");

    refuses(jvm.pid(), "does not catch SIGQUIT");
    assertThat(jvm.isAlive()).isTrue();
  }

  @Test
  void acceptsAnotherUsersJvmAsRoot() throws IOException {
    assumeTrue(Libc.INSTANCE.geteuid() == 0, "only root may start a process of another user");
    Process jvm = OtherUser.jvm(children);

    assertThat(new AttachCheck(jvm.pid()).require().user()).isEqualTo("nobody");
  }

  @Test
  void refusesALibraryThatTheTargetsUserMayNotRead(@TempDir Path directory) throws IOException {
    assumeTrue(Libc.INSTANCE.geteuid() == 0, "only root may start a process of another user");
    Path library = Files.writeString(directory.resolve("lib.so"), "x");
    Process jvm = OtherUser.jvm(children);

    assertThatThrownBy(() -> new AttachCheck(jvm.pid()).requireReadable(library))
        .isInstanceOfSatisfying(
            Problem.class,
            problem ->
                assertThat(problem.line())
                    .contains("user nobody")
                    .contains("may not read")
                    .contains("readable"));
  }

  @Test
  void refusesALibraryThatAnotherMountNamespaceDoesNotHave(@TempDir Path directory)
      throws IOException {
    assumeTrue(Libc.INSTANCE.geteuid() == 0, "only root may make a mount namespace");
    Path library = Files.writeString(directory.resolve("lib.so"), "x");
    Process jvm = OtherMounts.jvm(children, directory);

    new AttachCheck(jvm.pid()).require();
    assertThatThrownBy(() -> new AttachCheck(jvm.pid()).requireReadable(library))
        .isInstanceOfSatisfying(
            Problem.class,
            problem ->
                assertThat(problem.line()).contains("another mount namespace").contains("copy"));
  }

  @Test
  void refusesAJvmWithATmpOfItsOwn() throws IOException {
    assumeTrue(Libc.INSTANCE.geteuid() == 0, "only root may make a mount namespace");

    refuses(OtherMounts.jvm(children, Path.of("/tmp")).pid(), "has a /tmp of its own");
  }

  private static void refuses(long pid, String reason) {
    assertThatThrownBy(() -> new AttachCheck(pid).require())
        .isInstanceOfSatisfying(
            Problem.class,
            problem -> {
              assertThat(problem.exitCode()).isEqualTo(ExitCode.TARGET);
              assertThat(problem.line())
                  .contains(reason)
                  .contains(Long.toString(pid))
                  .doesNotContain("\n");
              assertThat(problem.remedy()).isNotBlank();
            });
  }
}
