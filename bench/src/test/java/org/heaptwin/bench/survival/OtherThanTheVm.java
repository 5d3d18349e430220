package org.heaptwin.bench.survival;

import java.util.List;
import java.util.regex.Pattern;

/** Tells the VM's own warnings about agents from everything else on a target's stderr. */
final class OtherThanTheVm {
  // JEP 451, JDK 21 and later.
  private static final Pattern DYNAMIC_AGENT =
      Pattern.compile(
          "WARNING: (A (JVM TI|Java) agent has been loaded dynamically"
              + "|If a serviceability tool is not in use, please run with -Djdk.instrument.traceUsage"
              + "|If a serviceability tool is in use, please run with -XX:\\+EnableDynamicAgentLoading"
              + "|Dynamic loading of agents will be disallowed).*");

  private OtherThanTheVm() {}

  static List<String> lines(String err) {
    return err.lines()
        .filter(line -> !DYNAMIC_AGENT.matcher(line).matches())
        .filter(line -> !line.isBlank())
        .toList();
  }
}
