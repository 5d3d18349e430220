package org.heaptwin.bench.programs;

import java.io.PrintStream;

/**
 * The loop of a driver, inside the program's process. A round is a few seconds of work on inputs of
 * its own: the same inputs again would make every content of the second round a replica of the
 * first.
 */
final class Rounds {
  /** Begins the line that is printed before each round. */
  static final String MARK = "round ";

  private Rounds() {}

  /** One round of work; the number counts from 1. */
  @FunctionalInterface
  interface Work {
    void round(int number) throws Exception;
  }

  /**
   * Does so many rounds, or rounds without end.
   *
   * @param rounds {@link Program#ENDLESS} or a positive number
   */
  static void run(int rounds, Work work) throws Exception {
    // The libraries may replace System.out.
    PrintStream out = System.out;
    for (int number = 1; rounds == Program.ENDLESS || number <= rounds; number++) {
      out.println(MARK + number);
      out.flush();
      work.round(number);
    }
  }
}
