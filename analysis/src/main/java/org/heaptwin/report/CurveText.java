package org.heaptwin.report;

import java.math.RoundingMode;
import java.util.List;
import org.heaptwin.findings.Finding;
import org.heaptwin.statistics.Estimate;

/** The replica curve: as one cell of the ranking, and as a small table. */
final class CurveText {
  private static final int POINTS_IN_A_ROW = 12;

  private CurveText() {}

  /** The share at one window, "–" where the curve has no such point. */
  static String at(List<Finding.CurvePoint> curve, int window) {
    return curve.stream()
        .filter(point -> point.window() == window)
        .map(point -> Estimates.share(point.byBytes()))
        .findFirst()
        .orElse("–");
  }

  /**
   * The share at the window that bounds the duplicate share, or else at the widest window, such as
   * 95%@64.
   */
  static String decisive(Finding finding) {
    List<Finding.CurvePoint> curve = finding.curve();
    if (curve.isEmpty()) {
      return "–";
    }
    Integer decisive = finding.duplicates().curveWindow();
    int window = decisive == null ? curve.get(curve.size() - 1).window() : decisive;
    return at(curve, window) + "@" + shortWindow(window);
  }

  /** Windows, shares, lower ends and numbers of runs below each other. */
  static void write(Page page, List<Finding.CurvePoint> curve) {
    for (int start = 0; start < curve.size(); start += POINTS_IN_A_ROW) {
      List<Finding.CurvePoint> part =
          curve.subList(start, Math.min(start + POINTS_IN_A_ROW, curve.size()));
      StringBuilder windows =
          new StringBuilder(start == 0 ? "    Curve         W     " : "                  W     ");
      StringBuilder shares = new StringBuilder("                  share ");
      StringBuilder lows = new StringBuilder("                  low   ");
      StringBuilder runs = new StringBuilder("                  runs  ");
      for (Finding.CurvePoint point : part) {
        windows.append(Page.padLeft(shortWindow(point.window()), 6));
        shares.append(Page.padLeft(Estimates.share(point.byBytes()), 6));
        lows.append(Page.padLeft(low(point.byBytes()), 6));
        runs.append(Page.padLeft(Integer.toString(point.runs()), 6));
      }
      page.line(windows.toString()).line(shares.toString()).line(lows.toString());
      page.line(runs.toString());
    }
    page.wrapped(
        " ".repeat(18),
        " ".repeat(18),
        "share of bytes equal to one of the W objects before of this finding in the same thread, from runs of"
            + " at least 2 W objects");
  }

  private static String low(Estimate share) {
    return share.low() == null ? "–" : Estimates.tableShare(share.low(), RoundingMode.FLOOR);
  }

  private static String shortWindow(int window) {
    return window >= 1024 && window % 1024 == 0 ? window / 1024 + "k" : Integer.toString(window);
  }
}
