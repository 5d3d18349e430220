package org.heaptwin.report;

import org.heaptwin.findings.Findings;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.Sources;

/** Why a report has no findings: an empty page must not pass for good news. */
final class EmptyText {
  private EmptyText() {}

  static void write(Page page, Profile profile, Findings findings) {
    page.heading("No findings");
    page.paragraph(reason(profile, findings));
  }

  private static String reason(Profile profile, Findings findings) {
    if (findings.totals().samples() > 0 || !profile.contexts().isEmpty()) {
      return "Allocations were sampled, but none of them could be attributed to a context. The losses below say why.";
    }
    Sources.AllocationSource allocation =
        profile.sources() == null ? null : profile.sources().allocation();
    String interval =
        allocation == null || allocation.lastInterval() == null
            ? "its sampling interval"
            : Quantity.BYTES.write((double) allocation.lastInterval())
                + ", the last sampling interval, by thread";
    return "No allocation was sampled in "
        + HeadlineText.seconds(profile.recording().durationSeconds())
        + ". Either the target allocated less than "
        + interval
        + ", or it was idle. Record longer (-d), under load, or with a smaller --interval.";
  }
}
