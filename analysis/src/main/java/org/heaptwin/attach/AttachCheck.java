package org.heaptwin.attach;

import java.nio.file.Path;
import java.util.Optional;
import org.heaptwin.linux.Libc;
import org.heaptwin.linux.ProcessFiles;
import org.heaptwin.linux.Users;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;

/**
 * Decides from outside whether a process can be attached to, before anything is sent to it:
 * attaching begins with SIGQUIT, which ends a process that is not a JVM.
 */
public final class AttachCheck {
  private static final int SIGQUIT = 3;

  private final ProcessFiles process;

  public AttachCheck(long pid) {
    this.process = new ProcessFiles(pid);
  }

  /**
   * The JVM, when it can be attached to.
   *
   * @throws Problem the first reason why not
   */
  public JavaProcess require() {
    requireRunning();
    requireOurs();
    requireHotSpot();
    requireListening();
    requireAllowed();
    requireReachable();
    return JavaProcess.of(process);
  }

  /**
   * Checks that the target can open the agent's library under the path that this process knows.
   *
   * @throws Problem when it cannot
   */
  public void requireReadable(Path library) {
    TargetFiles files = new TargetFiles(process);
    if (files.canRead(library)) {
      return;
    }
    if (!files.sameView()) {
      throw new Problem(
          ExitCode.TARGET,
          "process "
              + process.pid()
              + " runs in another mount namespace where "
              + library
              + " is not to be read",
          "copy the directory " + library.getParent() + " into the container under the same path");
    }
    throw new Problem(
        ExitCode.TARGET,
        "user " + user() + " of process " + process.pid() + " may not read " + library,
        "make it and the directories above it readable for that user, or install heaptwin elsewhere");
  }

  private void requireRunning() {
    if (!process.exists()) {
      throw target("there is no process " + process.pid(), "pick one of `heaptwin list`");
    }
    switch (process.state()) {
      case 'Z', 'X' ->
          throw target("process " + process.pid() + " has ended", "pick one of `heaptwin list`");
      case 'T' ->
          throw target(
              "process " + process.pid() + " is stopped and cannot answer",
              "resume it with `kill -CONT " + process.pid() + "`");
      case 't' ->
          throw target(
              "process " + process.pid() + " is held by debugger " + process.tracer(),
              "let the debugger continue or detach it");
      default -> {}
    }
  }

  private void requireOurs() {
    long uid = process.uid().orElse(-1);
    int self = Libc.INSTANCE.geteuid();
    if (uid != self && self != 0) {
      throw target(
          "process "
              + process.pid()
              + " belongs to user "
              + user()
              + " and you are "
              + Users.name(self),
          "run `sudo -u " + user() + " heaptwin ...`");
    }
  }

  private void requireHotSpot() {
    Optional<Boolean> hotSpot = process.maps("libjvm.so");
    if (hotSpot.isEmpty() && process.exists()) {
      throw target(
          "the mappings of process "
              + process.pid()
              + " cannot be read, so it is not known to be a JVM",
          "run heaptwin with CAP_SYS_PTRACE, or outside the container's restrictions");
    }
    if (!hotSpot.orElse(false)) {
      throw target(
          "process " + process.pid() + " is not a HotSpot JVM" + command(),
          "pick one of `heaptwin list`");
    }
  }

  private void requireListening() {
    if (!process.catches(SIGQUIT).orElse(false)) {
      throw target(
          "JVM "
              + process.pid()
              + " does not catch SIGQUIT (still starting, or started with -Xrs), and attaching would end it",
          "retry in a moment, or start it without -Xrs or by `heaptwin run`");
    }
  }

  private void requireAllowed() {
    LaunchOptions options = LaunchOptions.of(process, PerformanceData.of(process));
    if (options.flag("DisableAttachMechanism").orElse(false)) {
      throw target(
          "JVM " + process.pid() + " was started with -XX:+DisableAttachMechanism",
          "start it without that flag, or by `heaptwin run`");
    }
    if (!options.flag("EnableDynamicAgentLoading").orElse(true)) {
      throw target(
          "JVM " + process.pid() + " was started with -XX:-EnableDynamicAgentLoading",
          "start it without that flag, or by `heaptwin run`");
    }
  }

  /**
   * The JDK looks for a target's socket in its own /tmp unless the target's pid shows that it lives
   * in a container.
   */
  private void requireReachable() {
    boolean ownPids = process.innerPid() != process.pid();
    if (!ownPids && !new TargetFiles(process).sharesDirectory(Path.of("/tmp"))) {
      throw target(
          "JVM "
              + process.pid()
              + " has a /tmp of its own (such as PrivateTmp of systemd), where its attach socket lies",
          "run heaptwin in there: `nsenter --mount --target " + process.pid() + " heaptwin ...`");
    }
  }

  private String command() {
    return process.arguments().stream().findFirst().map(name -> " but " + name).orElse("");
  }

  private String user() {
    return Users.name(process.uid().orElse(-1));
  }

  private static Problem target(String what, String remedy) {
    return new Problem(ExitCode.TARGET, what, remedy);
  }
}
