package org.heaptwin.bench.overhead;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * All rounds of one program.
 *
 * @param rounds one pair of runs each
 */
record Measurement(String program, List<Round> rounds) {
  /**
   * Two runs next to each other.
   *
   * @param pauseSeconds what inspections added to collections in the recorded run; null when
   *     content was not read
   * @param longestPauseSeconds the longest of them
   */
  record Round(ProcessCost off, ProcessCost on, Double pauseSeconds, Double longestPauseSeconds) {}

  /** On divided by off, over the rounds. */
  Ratio ratio(ToDoubleFunction<ProcessCost> quantity) {
    return Ratio.of(
        rounds.stream()
            .mapToDouble(
                round -> quantity.applyAsDouble(round.on()) / quantity.applyAsDouble(round.off()))
            .toArray());
  }

  /** Median over the rounds of one side. */
  double median(boolean on, ToDoubleFunction<ProcessCost> quantity) {
    return Ratio.median(
        rounds.stream()
            .map(round -> on ? round.on() : round.off())
            .mapToDouble(quantity)
            .toArray());
  }
}
