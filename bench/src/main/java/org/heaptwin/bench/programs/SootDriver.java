package org.heaptwin.bench.programs;

import java.util.Arrays;
import java.util.List;

/**
 * Soot 4.1.0 optimises one library a round and writes Jimple: {@code SootDriver rounds classpath
 * library...}.
 */
final class SootDriver {
  private SootDriver() {}

  public static void main(String[] arguments) throws Exception {
    List<String> libraries = Arrays.asList(arguments).subList(2, arguments.length);
    Rounds.run(
        Integer.parseInt(arguments[0]),
        round -> optimise(arguments[1], libraries.get((round - 1) % libraries.size())));
  }

  private static void optimise(String classPath, String library) {
    soot.G.reset();
    soot.Main.v()
        .run(
            new String[] {
              "-process-dir",
              library,
              "-soot-class-path",
              classPath,
              "-allow-phantom-refs",
              "-O",
              "-f",
              "J",
              "-d",
              "jimple",
              "-no-writeout-body-releasing"
            });
  }
}
