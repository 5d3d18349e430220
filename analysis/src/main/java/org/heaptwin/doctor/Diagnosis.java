package org.heaptwin.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Everything that was looked at, in the order in which it is printed. */
public record Diagnosis(List<Check> checks) {

  /**
   * Looks at this machine, the library and, when there is one, a target. Takes well under a second;
   * touches no target.
   */
  public static Diagnosis of(OptionalLong pid) {
    List<Check> checks = new ArrayList<>(new MachineChecks().all());
    checks.addAll(new LibraryChecks().all());
    if (pid.isPresent()) {
      checks.addAll(new TargetChecks(pid.getAsLong()).all());
    }
    return new Diagnosis(List.copyOf(checks));
  }

  /** Whether nothing that recording needs is missing. */
  public boolean recordingPossible() {
    return checks.stream().noneMatch(Check::blocks);
  }
}
