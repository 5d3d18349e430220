package org.heaptwin.report;

import java.math.RoundingMode;
import java.util.Locale;
import org.heaptwin.findings.Findings;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.Target;

/** Who was recorded, and the answer in one paragraph. */
final class HeadlineText {
  private HeadlineText() {}

  static void write(Page page, Profile profile, Findings findings) {
    page.paragraph(target(profile));
    page.blank();
    page.paragraph(answer(findings));
    findings.cautions().forEach(caution -> page.wrapped("  ! ", "    ", caution));
  }

  private static String target(Profile profile) {
    Target target = profile.target();
    String command = target.command() == null ? "command unknown" : target.command();
    String head = command.split(" ", -1)[0];
    return String.format(
        Locale.ROOT,
        "heaptwin: %s (pid %d), Java %s, %s, recorded for %s",
        head,
        target.pid(),
        target.javaVersion() == null ? "unknown" : target.javaVersion(),
        target.collector() == null ? "collector unknown" : target.collector(),
        seconds(profile.recording().durationSeconds()));
  }

  private static String answer(Findings findings) {
    Findings.Headline headline = findings.headline();
    String allocated =
        "Allocated: "
            + Estimates.write(findings.totals().bytes(), Quantity.BYTES)
            + " in "
            + Quantity.counted(findings.totals().contexts(), "allocation context")
            + ".";
    Double low = headline.replicaBytes().low();
    if (low == null || low <= 0) {
      return "No allocation is shown to be replicas, which does not mean that there are none. "
          + allocated;
    }
    StringBuilder answer =
        new StringBuilder("At least ").append(Quantity.BYTES.write(low, RoundingMode.FLOOR));
    if (headline.perSecond().low() != null) {
      answer
          .append(" (")
          .append(Quantity.BYTES_PER_SECOND.write(headline.perSecond().low(), RoundingMode.FLOOR))
          .append(")");
    }
    answer.append(
        " of the allocation went into replicas, objects bitwise identical to one allocated before");
    if (headline.shareOfAllocation().low() != null) {
      answer
          .append("; that is at least ")
          .append(Quantity.SHARE.write(headline.shareOfAllocation().low(), RoundingMode.FLOOR))
          .append(" of all allocated bytes");
    }
    answer
        .append(sureness(headline))
        .append(". ")
        .append(replicated(findings))
        .append(" ")
        .append(allocated);
    return answer.toString();
  }

  private static String sureness(Findings.Headline headline) {
    Double level = headline.replicaBytes().level();
    if (level == null) {
      return "";
    }
    return level >= 1
        ? (headline.replicaBytes().value() == null
            ? " (every object was counted)"
            : " (exact: every object was counted)")
        : " (" + Quantity.SHARE.write(level) + " sure)";
  }

  private static String replicated(Findings findings) {
    int replicated = findings.headline().replicated();
    int likely = findings.headline().likely();
    return String.format(
        Locale.ROOT,
        "%d %s shown to be replicated%s, out of %d tested.",
        replicated,
        unit(findings, replicated),
        likely == 0 ? "" : String.format(Locale.ROOT, " and %d more likely so", likely),
        findings.familySize());
  }

  private static String unit(Findings findings, int count) {
    String unit =
        switch (findings.grouping().kind()) {
          case CONTEXT -> count == 1 ? "context" : "contexts";
          case SITE -> count == 1 ? "site" : "sites";
          case CLASS -> count == 1 ? "class" : "classes";
        };
    return unit + (count == 1 ? " is" : " are");
  }

  static String seconds(double seconds) {
    return String.format(Locale.ROOT, seconds < 10 ? "%.2f s" : "%.1f s", seconds);
  }
}
