package org.heaptwin.report;

import java.math.RoundingMode;
import org.heaptwin.findings.Finding;

/** Field comparisons by watchpoints and what they bound. */
final class ComparisonText {
  private ComparisonText() {}

  static void write(Page page, Finding.Compared compared) {
    if (compared == null || compared.pairs() == 0) {
      return;
    }
    page.labelled(
        4,
        "Comparisons",
        compared.matches()
            + " of "
            + compared.pairs()
            + " pairs agree at the watched offset: theta "
            + Estimates.write(compared.theta(), Quantity.SHARE)
            + "; of pairs that differ as a whole, alpha "
            + Estimates.write(compared.alpha(), Quantity.SHARE)
            + " agree by chance ("
            + compared.knownIdentical()
            + " known identical, "
            + compared.knownDifferent()
            + " different, "
            + compared.unknown()
            + " unknown)");
    page.labelled(4, "", conclusion(compared));
  }

  private static String conclusion(Finding.Compared compared) {
    if (compared.disagree()) {
      return "theta lies below alpha beyond their intervals, so no bound is given: the watched offsets differ from the rest";
    }
    StringBuilder text = new StringBuilder();
    text.append("two objects are identical with probability ")
        .append(Estimates.write(compared.identity(), Quantity.SHARE));
    text.append("; largest group of identical objects ")
        .append(Estimates.write(compared.largestShare(), Quantity.SHARE));
    if (compared.target() != null) {
      text.append(" of the objects (").append(compared.target()).append(")");
    }
    text.append("; by the OJXPerf formula ").append(paper(compared));
    if (compared.assumption() != null) {
      text.append("; ").append(compared.assumption());
    }
    return text.toString();
  }

  private static String paper(Finding.Compared compared) {
    if (compared.paperLower() == null && compared.paperUpper() == null) {
      return "no bound";
    }
    String low =
        compared.paperLower() == null
            ? "unknown"
            : Quantity.SHARE.write(compared.paperLower(), RoundingMode.FLOOR);
    String high =
        compared.paperUpper() == null
            ? "unknown"
            : Quantity.SHARE.write(compared.paperUpper(), RoundingMode.CEILING);
    return low + " to " + high + ", for pairs drawn at random";
  }
}
