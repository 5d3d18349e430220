package org.heaptwin.report;

import java.math.RoundingMode;
import java.util.List;
import org.heaptwin.findings.Finding;
import org.heaptwin.findings.Findings;
import org.heaptwin.statistics.Estimate;

/** The ranking, one line a finding. */
final class RankTable {
  private static final int CLASS = 22;
  private static final int SITE = 16;

  private RankTable() {}

  static void write(Page page, Findings findings, List<Finding> shown) {
    page.heading("Ranked by replica bytes (lower end)");
    page.line(row("", "", "", "", "dupli-", "larg.", "curve", "", "repl.", ""));
    page.line(
        row(
            "#",
            "class",
            "site",
            "allocated",
            "cates",
            "group",
            "W=1",
            "curve",
            "bytes",
            "replicas"));
    shown.forEach(finding -> page.line(row(finding)));
    int hidden = findings.findings().size() - shown.size();
    if (hidden > 0) {
      page.paragraph(
          hidden + " more " + (hidden == 1 ? "is" : "are") + " not printed here (--top).");
    }
    claims(page, findings, shown.size());
    page.wrapped(
        "  ",
        "  ",
        "≥ is a lower end; – is unknown. duplicates: share of bytes equal to an object before them. larg. group: share of bytes in"
            + " the largest group of equal objects. curve: share equal to one of the W objects before, of the same row and"
            + " thread. K, M, G are powers of 1024.");
  }

  private static String row(Finding finding) {
    return row(
        Integer.toString(finding.rank()),
        Page.shorten(finding.className(), CLASS),
        Page.shorten(Frames.site(finding.frames()), SITE),
        allocated(finding.allocated().bytes()),
        Estimates.lowerShare(finding.duplicates().byBytes()),
        finding.content() == null
            ? "–"
            : Estimates.lowerShare(finding.content().largestShareByBytes()),
        CurveText.at(finding.curve(), 1),
        CurveText.decisive(finding),
        replicaBytes(finding.replicaBytes()),
        verdict(finding.decision()));
  }

  private static String row(
      String rank,
      String className,
      String site,
      String allocated,
      String duplicates,
      String largest,
      String first,
      String decisive,
      String replicas,
      String verdict) {
    return Page.padLeft(rank, 3)
        + " "
        + Page.pad(className, CLASS)
        + " "
        + Page.pad(site, SITE)
        + " "
        + Page.padLeft(allocated, 11)
        + " "
        + Page.padLeft(duplicates, 6)
        + " "
        + Page.padLeft(largest, 5)
        + " "
        + Page.padLeft(first, 5)
        + " "
        + Page.padLeft(decisive, 8)
        + " "
        + Page.padLeft(replicas, 6)
        + " "
        + verdict;
  }

  private static String allocated(Estimate bytes) {
    if (bytes.low() != null && bytes.high() != null && !bytes.low().equals(bytes.high())) {
      return Quantity.compactBytes(bytes.low(), bytes.high());
    }
    return bytes.value() == null
        ? "–"
        : Quantity.compactBytes(bytes.value(), RoundingMode.HALF_EVEN);
  }

  private static String replicaBytes(Estimate bytes) {
    return bytes.low() == null ? "–" : "≥" + Quantity.compactBytes(bytes.low(), RoundingMode.FLOOR);
  }

  private static String verdict(Finding.Decision decision) {
    return switch (decision) {
      case REPLICATED -> "shown";
      case LIKELY -> "likely";
      case NOT_SHOWN -> "not shown";
      case NOT_TESTED -> "untested";
    };
  }

  /**
   * The order of the rows is that of lower ends; it is claimed only where intervals are disjoint.
   */
  private static void claims(Page page, Findings findings, int shown) {
    int claimed = 0;
    for (int above = 0; above + 1 < shown; above++) {
      if (findings.orderClaimed(above, above + 1)) {
        claimed++;
      }
    }
    if (shown > 1) {
      page.paragraph(
          "The data decide the order of "
              + claimed
              + " of "
              + (shown - 1)
              + " neighbouring pairs of rows; the others may stand the other way round.");
    }
  }
}
