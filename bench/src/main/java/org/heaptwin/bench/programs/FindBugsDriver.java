package org.heaptwin.bench.programs;

import edu.umd.cs.findbugs.DetectorFactoryCollection;
import edu.umd.cs.findbugs.FindBugs;
import edu.umd.cs.findbugs.FindBugs2;
import edu.umd.cs.findbugs.TextUICommandLine;
import java.util.Arrays;
import java.util.List;

/**
 * FindBugs 3.0.1 over one library a round: {@code FindBugsDriver rounds classpath library...}. The
 * engine is called below its main method, which checks for updates and ends the process.
 */
final class FindBugsDriver {
  private FindBugsDriver() {}

  public static void main(String[] arguments) throws Exception {
    List<String> libraries = Arrays.asList(arguments).subList(2, arguments.length);
    Rounds.run(
        Integer.parseInt(arguments[0]),
        round -> analyse(arguments[1], libraries.get((round - 1) % libraries.size())));
  }

  private static void analyse(String classPath, String library) throws Exception {
    DetectorFactoryCollection.resetInstance(null);
    FindBugs2 engine = new FindBugs2();
    String[] options = {
      "-effort:default", "-low", "-auxclasspath", classPath, "-output", "findbugs.txt", library
    };
    FindBugs.processCommandLine(new TextUICommandLine(), options, engine);
    engine.execute();
    engine.dispose();
  }
}
