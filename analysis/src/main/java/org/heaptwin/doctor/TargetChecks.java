package org.heaptwin.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.heaptwin.attach.AgentLibrary;
import org.heaptwin.attach.AttachCheck;
import org.heaptwin.attach.JavaProcess;
import org.heaptwin.attach.TargetFacts;
import org.heaptwin.linux.Libc;
import org.heaptwin.linux.Limits;
import org.heaptwin.linux.ProcessFiles;
import org.heaptwin.linux.Users;
import org.heaptwin.problem.Problem;

/** What can be told of one target without touching it. */
final class TargetChecks {
  private static final int DESCRIPTORS_PER_THREAD = 5;

  private final long pid;
  private final ProcessFiles process;

  TargetChecks(long pid) {
    this.pid = pid;
    this.process = new ProcessFiles(pid);
  }

  List<Check> all() {
    AttachCheck attach = new AttachCheck(pid);
    List<Check> checks = new ArrayList<>();
    try {
      JavaProcess java = attach.require();
      checks.add(
          Check.ok("target " + pid, java.mainName().orElse("unknown") + ", can be attached to"));
    } catch (Problem problem) {
      checks.add(Check.blocking("target " + pid, problem.getMessage(), problem.remedy()));
      return checks;
    }
    TargetFacts facts = TargetFacts.of(pid);
    checks.add(user());
    checks.add(javaVersion(facts.java()));
    checks.add(collector(facts.java()));
    checks.add(compactHeaders(facts));
    checks.add(tracer());
    checks.add(openFiles());
    AgentLibrary.find().ifPresent(library -> checks.add(library(attach, library)));
    return checks;
  }

  private Check user() {
    long uid = process.uid().orElse(-1);
    String value = Users.name(uid);
    return uid == Libc.INSTANCE.geteuid()
        ? Check.ok("target's user", value + ", the same")
        : Check.ok("target's user", value + ", and you are root");
  }

  private static Check javaVersion(JavaProcess java) {
    String version = java.javaVersion().orElse("unknown");
    String digits = version.replaceAll("^(\\d{1,4}).*|.*", "$1");
    if (digits.isEmpty()) {
      return Check.degraded(
          "target's Java", version, "nothing to do: the agent asks the JVM itself");
    }
    return Integer.parseInt(digits) >= 17
        ? Check.ok("target's Java", version)
        : Check.blocking("target's Java", version, "run the target on Java 17 or later");
  }

  private static Check collector(JavaProcess java) {
    String what = "target's collector";
    return switch (java.collector().orElse("unknown")) {
      case "unknown" ->
          Check.degraded(what, "unknown", "nothing to do: the agent asks the JVM itself");
      case "ZGC", "Shenandoah" ->
          Check.degraded(
              what,
              java.collector().orElseThrow()
                  + ", whose objects move at any time: no contents are read",
              "run with G1, Parallel or Serial for content evidence");
      default -> Check.ok(what, java.collector().orElseThrow());
    };
  }

  private static Check compactHeaders(TargetFacts facts) {
    String value =
        facts
            .compactHeaders()
            .map(on -> on ? "on" : "off")
            .orElse("unknown from outside, the JDK's default");
    return Check.ok("target's compact object headers", value);
  }

  private Check tracer() {
    long tracer = process.tracer();
    return tracer == 0
        ? Check.ok("target's debugger", "none")
        : Check.degraded(
            "target's debugger",
            "process " + tracer,
            "detach it: it takes the traps of watchpoints");
  }

  private Check openFiles() {
    String what = "target's open files (ulimit -n)";
    OptionalLong limit = Limits.openFiles(process);
    Optional<Long> threads = process.status("Threads").map(Long::valueOf);
    if (limit.isEmpty() || threads.isEmpty()) {
      return Check.degraded(what, "unknown", "run as the target's user or root");
    }
    long needed = threads.get() * DESCRIPTORS_PER_THREAD;
    String value = limit.getAsLong() + ", and " + threads.get() + " threads need " + needed;
    return limit.getAsLong() / 2 >= needed
        ? Check.ok(what, value)
        : Check.degraded(
            what, value, "raise `ulimit -n` where the target is started, or use --no-watch");
  }

  private static Check library(AttachCheck attach, java.nio.file.Path library) {
    try {
      attach.requireReadable(library);
      return Check.ok("library seen by the target", "yes");
    } catch (Problem problem) {
      return Check.blocking("library seen by the target", problem.getMessage(), problem.remedy());
    }
  }
}
