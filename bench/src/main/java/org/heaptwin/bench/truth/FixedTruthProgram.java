package org.heaptwin.bench.truth;

import java.util.ArrayList;
import java.util.List;

/**
 * The cases of {@link TruthProgram} for a fixed number of rounds, so that every count is known
 * before the program runs ({@link KnownCounts}): {@code FixedTruthProgram threads seed rounds}.
 */
public final class FixedTruthProgram {
  private FixedTruthProgram() {}

  public static void main(String[] arguments) throws InterruptedException {
    int threads = Integer.parseInt(arguments[0]);
    long seed = Long.parseLong(arguments[1]);
    int rounds = Integer.parseInt(arguments[2]);
    AllocationCases.prepare();
    List<Thread> started = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      Thread thread = new Thread(() -> allocate(number, seed, rounds), "truth-" + i);
      thread.start();
      started.add(thread);
    }
    for (Thread thread : started) {
      thread.join();
    }
  }

  private static void allocate(int thread, long seed, int rounds) {
    List<TruthCase> cases = CaseCatalogue.contents();
    Tally tally = new Tally(cases.size());
    List<CaseRunner> runners = new ArrayList<>();
    for (int i = 0; i < cases.size(); i++) {
      runners.add(new CaseRunner(cases.get(i), i, thread, seed, tally));
    }
    CaseRunner[] inTurn = runners.toArray(CaseRunner[]::new);
    for (long round = 1; round <= rounds; round++) {
      for (CaseRunner runner : inTurn) {
        if (runner.dueIn(round)) {
          runner.step();
        }
      }
    }
  }
}
