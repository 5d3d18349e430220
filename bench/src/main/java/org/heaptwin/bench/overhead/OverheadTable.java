package org.heaptwin.bench.overhead;

import java.util.Arrays;
import java.util.Locale;

/**
 * The table of a measurement: per program, JDK and mode the median and its ratio to the runs that
 * nothing watched, then the same over all programs beside the aim.
 */
final class OverheadTable {
  private static final String ROW = "%-11s %-4s %-15s %-12s %10s %10s %8s %17s %9s %9s%n";
  private static final String SUMMARY = "%-4s %-15s %-12s %8s %17s %9s %-12s%n";

  /** What the project aims at. */
  private static final double MEDIAN_TIME_AIM = 1.03;

  private static final double LARGEST_TIME_AIM = 1.06;
  private static final double MEMORY_AIM = 1.05;

  private final Runs runs;
  private final StringBuilder text = new StringBuilder();

  private OverheadTable(Runs runs) {
    this.runs = runs;
  }

  static String of(Runs runs) {
    OverheadTable table = new OverheadTable(runs);
    table.programs();
    table.summaries();
    table.aims();
    table.pauses();
    return table.text.toString();
  }

  private void programs() {
    line(
        ROW,
        "program",
        "JDK",
        "mode",
        "quantity",
        "off",
        "watched",
        "ratio",
        "95 % of median",
        "smallest",
        "largest");
    for (String program : runs.programs()) {
      for (int jdk : runs.jdks()) {
        for (Mode mode : runs.modes()) {
          for (Quantity quantity : Quantity.values()) {
            row(program, jdk, mode, quantity);
          }
        }
      }
    }
  }

  private void row(String program, int jdk, Mode mode, Quantity quantity) {
    Runs part = runs.of(program, jdk);
    double[] ratios = part.ratios(mode, quantity);
    if (mode == Mode.OFF || ratios.length == 0) {
      return;
    }
    Ratio ratio = Ratio.of(ratios);
    line(
        ROW,
        program,
        jdk,
        mode,
        quantity,
        number(Ratio.median(part.values(Mode.OFF, quantity))),
        number(Ratio.median(part.values(mode, quantity))),
        number(ratio.median()),
        interval(ratio),
        number(ratio.smallest()),
        number(ratio.largest()));
  }

  private void summaries() {
    text.append('\n');
    line(SUMMARY, "JDK", "mode", "quantity", "ratio", "95 % of median", "worst", "of all programs");
    for (int jdk : runs.jdks()) {
      for (Mode mode : runs.modes()) {
        for (Quantity quantity : Quantity.values()) {
          summary(jdk, mode, quantity);
        }
      }
    }
  }

  private void summary(int jdk, Mode mode, Quantity quantity) {
    double[] ratios = runs.of(jdk).ratios(mode, quantity);
    if (mode == Mode.OFF || ratios.length == 0) {
      return;
    }
    Ratio ratio = Ratio.of(ratios);
    Worst worst = worst(jdk, mode, quantity);
    line(
        SUMMARY,
        jdk,
        mode,
        quantity,
        number(ratio.median()),
        interval(ratio),
        number(worst.median()),
        worst.program());
  }

  private void aims() {
    text.append('\n');
    for (int jdk : runs.jdks()) {
      runs.modes().stream().filter(Mode::isHeaptwin).forEach(mode -> aims(jdk, mode));
    }
  }

  private void aims(int jdk, Mode mode) {
    if (runs.of(jdk).ratios(mode, Quantity.WALL).length == 0) {
      return;
    }
    String what = "JDK " + jdk + ", " + mode + ": ";
    double time = Ratio.median(runs.of(jdk).ratios(mode, Quantity.WALL));
    verdict(what + "median time ratio", time, MEDIAN_TIME_AIM);
    Worst slowest = worst(jdk, mode, Quantity.WALL);
    verdict(
        what + "largest time ratio of a program (" + slowest.program() + ")",
        slowest.median(),
        LARGEST_TIME_AIM);
    verdict(
        what + "median memory ratio",
        Ratio.median(runs.of(jdk).ratios(mode, Quantity.PEAK)),
        MEMORY_AIM);
  }

  private void verdict(String what, double value, double aim) {
    text.append(
        String.format(
            Locale.ROOT,
            "%s %.3f, aim %.2f: %s%n",
            what,
            value,
            aim,
            value <= aim ? "kept" : "missed"));
  }

  private record Worst(String program, double median) {}

  private Worst worst(int jdk, Mode mode, Quantity quantity) {
    Worst worst = null;
    for (String program : runs.programs()) {
      double[] ratios = runs.of(program, jdk).ratios(mode, quantity);
      if (ratios.length > 0 && (worst == null || Ratio.median(ratios) > worst.median())) {
        worst = new Worst(program, Ratio.median(ratios));
      }
    }
    return worst;
  }

  private void pauses() {
    for (int jdk : runs.jdks()) {
      for (String program : runs.programs()) {
        runs.modes().stream()
            .filter(Mode::isHeaptwin)
            .forEach(mode -> pauses(runs.of(program, jdk), program, jdk, mode));
      }
    }
  }

  private void pauses(Runs part, String program, int jdk, Mode mode) {
    double[] total = part.values(mode, Run::pauseSeconds);
    double[] longest = part.values(mode, Run::longestPauseSeconds);
    if (total.length == 0 || longest.length == 0) {
      return;
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%s, JDK %d, %s: inspections added %.1f ms to the collections of a run (median), the longest one %.2f ms%n",
            program,
            jdk,
            mode,
            Ratio.median(total) * 1_000,
            Arrays.stream(longest).max().orElseThrow() * 1_000));
  }

  private static String interval(Ratio ratio) {
    return "[" + number(ratio.low()) + ", " + number(ratio.high()) + "]";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  private void line(String format, Object... cells) {
    text.append(String.format(Locale.ROOT, format, cells));
  }
}
