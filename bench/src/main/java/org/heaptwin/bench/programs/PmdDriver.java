package org.heaptwin.bench.programs;

import java.util.Arrays;
import java.util.List;
import net.sourceforge.pmd.PMD;

/**
 * PMD 6.55.0 over one library's sources a round, on the main thread: {@code PmdDriver rounds
 * sources...}, each a directory or a jar.
 */
final class PmdDriver {
  private PmdDriver() {}

  public static void main(String[] arguments) throws Exception {
    List<String> sources = Arrays.asList(arguments).subList(1, arguments.length);
    Rounds.run(
        Integer.parseInt(arguments[0]),
        round -> analyse(sources.get((round - 1) % sources.size())));
  }

  @SuppressWarnings(
      "deprecation") // its successor wants the command line in parts; what runs is the same
  private static void analyse(String sources) {
    PMD.StatusCode status =
        PMD.runPmd(
            "-d",
            sources,
            "-R",
            "rulesets/java/quickstart.xml",
            "-no-cache",
            "-t",
            "0",
            "-f",
            "text",
            "-r",
            "pmd.txt");
    if (status == PMD.StatusCode.ERROR) {
      throw new IllegalStateException("PMD failed on " + sources);
    }
  }
}
