package org.heaptwin.agent.install;

import java.lang.instrument.Instrumentation;
import org.heaptwin.agent.weave.Reason;
import org.heaptwin.probe.AllocationProbe;

/** Whether a class may carry probes at all. */
final class Eligibility {
  private Eligibility() {}

  /** Null if it may, otherwise the reason. */
  static String refusal(Class<?> candidate, Instrumentation instrumentation) {
    if (candidate.getName().indexOf('/') >= 0) {
      return Reason.HIDDEN;
    }
    if (isOurs(candidate)) {
      return Reason.OURS;
    }
    if (!instrumentation.isModifiableClass(candidate)) {
      return Reason.NOT_MODIFIABLE;
    }
    return seesProbe(candidate.getClassLoader()) ? null : Reason.PROBE_NOT_VISIBLE;
  }

  private static boolean isOurs(Class<?> candidate) {
    // Of the same jar; the loader is the one that loads the program too.
    return candidate == AllocationProbe.class
        || candidate.getProtectionDomain() == Eligibility.class.getProtectionDomain();
  }

  /**
   * A loader that does not ask its parents would make the program fail at the first probe. Once it
   * has found the class here, the JVM remembers and asks the loader no more.
   */
  private static boolean seesProbe(ClassLoader loader) {
    try {
      return Class.forName(AllocationProbe.class.getName(), false, loader) == AllocationProbe.class;
    } catch (Throwable loadersAreForeignCode) {
      return false;
    }
  }
}
