package org.heaptwin.bench.survival;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.heaptwin.bench.process.Jdk;

/**
 * Runs {@link StackTruthProgram} under libstack_truth.so, which holds the agent's reading of each
 * stack against that of JVMTI.
 */
final class StackTruth {
  /** Flags for each way in which a VM runs code. */
  static final List<List<String>> MODES =
      List.of(List.of(), List.of("-Xint"), List.of("-XX:TieredStopAtLevel=1"), List.of("-Xcomp"));

  private static final String ROW = "stacks ";

  private StackTruth() {}

  /**
   * What was counted.
   *
   * @param allocations sampled
   * @param read of which the agent could read the stack by itself
   * @param known of which it had seen the stack before
   * @param mistaken of which that was another stack, by JVMTI's account
   * @param composed stacks put together from frames that were known
   * @param wrongly of which JVMTI's account was another
   */
  record Result(
      long allocations, long read, long known, long mistaken, long composed, long wrongly) {}

  /**
   * @param mode one of {@link #MODES}
   * @param calls of each thread
   */
  static Result run(Jdk jdk, List<String> mode, int calls, Path library, Path directory)
      throws IOException, InterruptedException, TimeoutException {
    List<String> flags = new ArrayList<>(mode);
    flags.add("-agentpath:" + library);
    try (Target target =
        Target.start(jdk, "G1", directory, flags, StackTruthProgram.class, calls)) {
      int exit = target.awaitEnd(300);
      if (exit != 0) {
        throw new IllegalStateException("the program ended with " + exit + ": " + target.err());
      }
      return parse(target.out());
    }
  }

  private static Result parse(String out) {
    String row = out.lines().filter(line -> line.startsWith(ROW)).findFirst().orElseThrow();
    long[] numbers =
        Pattern.compile(" ")
            .splitAsStream(row.substring(ROW.length()))
            .mapToLong(Long::parseLong)
            .toArray();
    return new Result(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
  }
}
