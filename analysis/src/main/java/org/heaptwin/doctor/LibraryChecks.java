package org.heaptwin.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.heaptwin.attach.AgentLibrary;
import org.heaptwin.problem.Problem;

/**
 * Whether libheaptwin.so is there and its parts work on this machine: each self-test makes the
 * mechanism do its work once.
 */
final class LibraryChecks {
  private static final String WHAT = "libheaptwin.so";

  List<Check> all() {
    try {
      Path path = AgentLibrary.require();
      NativeLibrary library = NativeLibrary.load(path);
      List<Check> checks = new ArrayList<>();
      checks.add(Check.ok(WHAT, library.version() + " at " + path));
      checks.add(selfTest(library, "watchpoints, self-test", "heaptwin_self_test_watchpoints"));
      checks.add(selfTest(library, "clock sampler, self-test", "heaptwin_self_test_clock_sampler"));
      checks.add(selfTest(library, "guarded copies, self-test", "heaptwin_self_test_guarded_copy"));
      return checks;
    } catch (Problem problem) {
      return List.of(Check.blocking(WHAT, problem.getMessage(), problem.remedy()));
    }
  }

  private static Check selfTest(NativeLibrary library, String what, String function) {
    try {
      Optional<String> failure = library.selfTest(function);
      return failure
          .map(line -> Check.from(Check.Status.DEGRADED, false, what, line))
          .orElseGet(() -> Check.ok(what, "passed"));
    } catch (Problem problem) {
      return Check.missing(what, problem.getMessage(), problem.remedy());
    }
  }
}
