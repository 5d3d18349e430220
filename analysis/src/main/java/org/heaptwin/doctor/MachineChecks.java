package org.heaptwin.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.heaptwin.linux.Libc;
import org.heaptwin.linux.Limits;
import org.heaptwin.linux.ProcessFiles;

/**
 * What the kernel allows this user on this machine. The target's own user and container can be
 * allowed less.
 */
final class MachineChecks {
  private static final int CAP_SYS_ADMIN = 21;
  private static final int CAP_PERFMON = 38;
  private static final int DESCRIPTORS_WANTED = 1024;
  private static final String ALLOW =
      "set `sysctl kernel.perf_event_paranoid=2`, grant CAP_PERFMON, or allow perf_event_open in the container's seccomp profile";

  private final ProcessFiles self = ProcessFiles.self();

  List<Check> all() {
    return List.of(
        architecture(),
        kernel(),
        paranoid(),
        capability(),
        seccomp(),
        event("perf task-clock event", PerfEvent.openTaskClock()),
        event("perf breakpoint event", PerfEvent.openBreakpoint()),
        pmu(),
        openFiles());
  }

  private static Check architecture() {
    String architecture = System.getProperty("os.arch");
    return architecture.equals("amd64")
        ? Check.ok("processor", architecture)
        : Check.blocking("processor", architecture, "run on x86-64: nothing else is supported");
  }

  private static Check kernel() {
    String release = Libc.kernelRelease();
    String[] numbers = release.split("[.-]", -1);
    try {
      int version = Integer.parseInt(numbers[0]) * 1000 + Integer.parseInt(numbers[1]);
      return version >= 5019
          ? Check.ok("kernel", release)
          : Check.degraded(
              "kernel",
              release,
              "use 5.19 or later: before, watchpoints use signals that can be lost");
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      return Check.degraded(
          "kernel", release, "use a kernel whose release begins with its version");
    }
  }

  private Check paranoid() {
    String what = "kernel.perf_event_paranoid";
    Optional<String> text = read("/proc/sys/kernel/perf_event_paranoid");
    if (text.isEmpty()) {
      return Check.degraded(what, "unknown", "build the kernel with CONFIG_PERF_EVENTS");
    }
    boolean allowed = Integer.parseInt(text.get()) <= 2 || privileged();
    return allowed
        ? Check.ok(what, text.get())
        : Check.degraded(
            what, text.get(), "set `sysctl kernel.perf_event_paranoid=2` or grant CAP_PERFMON");
  }

  /** Not needed where perf_event_paranoid is 2 or less, so its absence is only told. */
  private Check capability() {
    String held = has(CAP_PERFMON) ? "CAP_PERFMON" : has(CAP_SYS_ADMIN) ? "CAP_SYS_ADMIN" : "none";
    return Check.ok("capabilities for perf", held);
  }

  private Check seccomp() {
    return switch (self.status("Seccomp").orElse("")) {
      case "0" -> Check.ok("seccomp", "off");
      case "1" -> Check.degraded("seccomp", "strict", "run outside this sandbox");
      case "2" ->
          Check.ok("seccomp", "a filter is in force; whether it allows perf is tried below");
      default -> Check.degraded("seccomp", "unknown", "mount /proc");
    };
  }

  private static Check event(String what, OptionalInt errno) {
    if (errno.isEmpty()) {
      return Check.ok(what, "opens");
    }
    String error = Libc.INSTANCE.strerror(errno.getAsInt()) + ", errno " + errno.getAsInt();
    return Check.degraded(what, "refused (" + error + ")", ALLOW);
  }

  /**
   * Presence only: nothing in sysfs shows that hardware sampling works, and this version does not
   * use it.
   */
  private static Check pmu() {
    Path devices = Path.of("/sys/bus/event_source/devices");
    Optional<String> precise = read(devices + "/cpu/caps/max_precise");
    String found =
        Files.exists(devices.resolve("ibs_op"))
            ? "AMD IBS is present, untested"
            : precise
                .map(level -> "a core PMU is present (max_precise " + level + "), untested")
                .orElse("no PMU");
    return Check.degraded(
        "hardware access sampling",
        found,
        "nothing to do: this version samples accesses by CPU clock only");
  }

  private Check openFiles() {
    String what = "open files (ulimit -n)";
    OptionalLong limit = Limits.openFiles(self);
    if (limit.isEmpty()) {
      return Check.degraded(what, "unknown", "mount /proc");
    }
    String value =
        limit.getAsLong() == Long.MAX_VALUE ? "unlimited" : Long.toString(limit.getAsLong());
    return limit.getAsLong() >= DESCRIPTORS_WANTED
        ? Check.ok(what, value)
        : Check.degraded(
            what, value, "raise `ulimit -n`: the agent holds five descriptors per thread");
  }

  private boolean privileged() {
    return has(CAP_PERFMON) || has(CAP_SYS_ADMIN);
  }

  private boolean has(int capability) {
    return self.status("CapEff")
        .map(mask -> (Long.parseUnsignedLong(mask, 16) >>> capability & 1) != 0)
        .orElse(false);
  }

  private static Optional<String> read(String file) {
    try {
      return Optional.of(Files.readString(Path.of(file)).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
