package org.heaptwin.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.heaptwin.linux.Libc;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputPlaceTest {
  private final ChildProcesses children = new ChildProcesses();
  @TempDir Path directory;

  @AfterEach
  void endChildren() {
    children.close();
  }

  @Test
  void takesTheWantedPathWhereTheTargetSeesTheSame() throws IOException {
    OutputPlace place = OutputPlace.choose(children.jvm().pid(), directory.resolve("a.htprof"));

    assertThat(place.inTarget()).isEqualTo(directory.resolve("a.htprof"));
    assertThat(place.fromHere()).isEqualTo(directory.resolve("a.htprof"));
  }

  @Test
  void refusesADirectoryThatIsNotThere() throws IOException {
    Process jvm = children.jvm();

    refuses(
        () -> OutputPlace.choose(jvm.pid(), directory.resolve("no/a.htprof")),
        "there is no directory");
    refuses(() -> OutputPlace.choose(jvm.pid(), directory), "is a directory");
  }

  @Test
  void refusesAReadOnlyFileSystem() throws IOException {
    Process jvm = children.jvm();

    refuses(
        () -> OutputPlace.choose(jvm.pid(), Path.of("/proc/a.htprof")), "may not write into /proc");
    refuses(() -> OutputPlace.requireWritable(Path.of("/proc/a.json")), "cannot be written");
  }

  @Test
  void refusesADirectoryOfRootForATargetOfAnotherUser() throws IOException {
    assumeTrue(Libc.INSTANCE.geteuid() == 0, "only root may start a process of another user");
    Process jvm = OtherUser.jvm(children);

    refuses(() -> OutputPlace.choose(jvm.pid(), directory.resolve("a.htprof")), "user nobody");
    assertThat(OutputPlace.choose(jvm.pid(), Path.of("/tmp/a.htprof")).inTarget())
        .hasToString("/tmp/a.htprof");
  }

  @Test
  void goesThroughTheTargetsTemporaryDirectoryFromAnotherMountNamespace() throws IOException {
    assumeTrue(Libc.INSTANCE.geteuid() == 0, "only root may make a mount namespace");
    Path hidden = Files.createDirectory(directory.resolve("hidden"));
    Process jvm = OtherMounts.jvm(children, hidden);

    OutputPlace place = OutputPlace.choose(jvm.pid(), hidden.resolve("a.htprof"));
    assertThat(place.fetch()).isFalse();
    Files.writeString(place.fromHere(), "profile");

    assertThat(place.inTarget().getParent()).hasToString("/tmp");
    assertThat(place.fetch()).isTrue();
    assertThat(hidden.resolve("a.htprof")).hasContent("profile");
    assertThat(place.fromHere()).doesNotExist();
  }

  private static void refuses(ThrowingCallable choice, String reason) {
    assertThatThrownBy(choice)
        .isInstanceOfSatisfying(
            Problem.class,
            problem -> {
              assertThat(problem.exitCode()).isEqualTo(ExitCode.USAGE);
              assertThat(problem.line()).contains(reason);
            });
  }
}
