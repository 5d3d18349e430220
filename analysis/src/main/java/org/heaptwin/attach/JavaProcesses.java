package org.heaptwin.attach;

import java.util.List;
import java.util.stream.Collectors;
import org.heaptwin.linux.ProcessFiles;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;

/** The JVMs of this machine, found in /proc, and the one that a user means. */
public final class JavaProcesses {
  private JavaProcesses() {}

  /** Every HotSpot JVM whose mappings this user may read, except this one. */
  public static List<JavaProcess> list() {
    long self = ProcessHandle.current().pid();
    return ProcessFiles.all().stream()
        .filter(process -> process.pid() != self)
        .filter(process -> process.maps("libjvm.so").orElse(false))
        .map(JavaProcess::of)
        .toList();
  }

  /**
   * The pid that a user means by a pid, a main class or a jar name. A number is taken as a pid
   * without looking.
   *
   * @throws Problem when no JVM, or more than one, is called so
   */
  public static long resolve(String target) {
    if (!target.isEmpty() && target.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return pid(target);
    }
    return resolve(target, list());
  }

  static long resolve(String target, List<JavaProcess> present) {
    List<JavaProcess> called =
        present.stream().filter(process -> process.isCalled(target)).toList();
    if (called.size() == 1) {
      return called.get(0).pid();
    }
    if (called.isEmpty()) {
      String others = present.isEmpty() ? "no JVM runs here" : "running are " + names(present);
      throw new Problem(
          ExitCode.TARGET,
          "no JVM is called '" + target + "': " + others,
          "name one of `heaptwin list` or give a pid");
    }
    throw new Problem(
        ExitCode.TARGET,
        called.size() + " JVMs are called '" + target + "': " + names(called),
        "give the pid of one");
  }

  private static long pid(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw new Problem(
          ExitCode.USAGE,
          "'" + digits + "' is not a pid",
          "give a pid or a name of `heaptwin list`",
          e);
    }
  }

  private static String names(List<JavaProcess> processes) {
    String names =
        processes.stream()
            .limit(8)
            .map(process -> process.pid() + " " + process.shortName())
            .collect(Collectors.joining(", "));
    return processes.size() > 8 ? names + ", ..." : names;
  }
}
