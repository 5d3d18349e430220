package org.heaptwin.report;

import java.util.List;
import org.heaptwin.findings.Finding;
import org.heaptwin.findings.Findings;
import org.heaptwin.profile.Profile;

/**
 * The report for people: what was found, the ranking, each finding, what was lost, how it was
 * measured. A pure function of its arguments.
 */
public final class TextReport {
  private TextReport() {}

  /** Lines of at most 100 columns, UTF-8, without control characters. */
  public static String write(Profile profile, Findings findings, ReportOptions options) {
    Page page = new Page();
    HeadlineText.write(page, profile, findings);
    if (findings.findings().isEmpty()) {
      EmptyText.write(page, profile, findings);
    } else {
      List<Finding> shown =
          findings.findings().subList(0, Math.min(options.top(), findings.findings().size()));
      RankTable.write(page, findings, shown);
      FindingText.writeAll(page, findings, shown);
    }
    LossText.write(page, profile, findings);
    MethodText.write(page, profile, findings);
    return page.toString();
  }
}
