package org.heaptwin.report;

/**
 * What of the findings is printed.
 *
 * @param top how many findings the text report shows
 */
public record ReportOptions(int top) {
  public static final ReportOptions DEFAULT = new ReportOptions(20);
}
