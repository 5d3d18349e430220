package org.heaptwin.bench.programs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.heaptwin.bench.process.Jdk;

/**
 * A real program that can be started as a process, headless and deterministic. It works in rounds
 * and prints a line "round k" ({@link Rounds}) before each.
 */
public interface Program {
  /** After so many rounds nearly everything is compiled, and what follows is alike. */
  int WARM_UP_ROUNDS = 2;

  /** Until the process is killed. */
  int ENDLESS = 0;

  /** Lower case, one word. */
  String name();

  /**
   * Fetches the program's libraries and makes its inputs where they are not there yet. Must have
   * returned once before {@link #command}.
   *
   * @throws IOException when Maven cannot resolve the libraries or an input cannot be written
   */
  void prepare() throws IOException, InterruptedException;

  /**
   * The command line: the JDK's default collector and heap, for attach.
   *
   * @param rounds how much work; {@link #ENDLESS} for a program that is killed
   * @param options for the JVM, before ours
   */
  List<String> command(Jdk jdk, int rounds, List<String> options);

  /** The command line without further options. */
  default List<String> command(Jdk jdk, int rounds) {
    return command(jdk, rounds, List.of());
  }

  /** Where the process runs and leaves its files. */
  Path workingDirectory();

  /** Rounds of a run of 15 to 30 seconds on two processors, the warm-up included. */
  int usualRounds();

  /** Seconds that the usual rounds take on two processors. */
  double expectedSeconds();
}
