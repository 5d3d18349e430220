package org.heaptwin.bench.accuracy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.heaptwin.findings.Finding;
import org.heaptwin.findings.Findings;
import org.heaptwin.findings.Grouping;
import org.heaptwin.statistics.Estimate;
import org.heaptwin.statistics.ReplicatedDecision;

/**
 * What one run says of one known site: of its contexts, of its line, and of its line outside the
 * JDK, whichever shows most.
 *
 * @param bytes estimated, of the finding shown
 * @param share lower end of the duplicate share, null when nothing was read
 * @param largest largest share by bytes, point estimate; null when unknown
 * @param curve lower end from the curve in any context of the site, null without ten runs
 * @param window the W of that bound
 * @param points the curve with the longest runs, as text
 */
record KnownSiteCheck(
    String site,
    KnownSite.Expectation expectation,
    int run,
    int findings,
    double bytes,
    long samples,
    boolean replicated,
    Double share,
    Double largest,
    Double curve,
    Integer window,
    String points,
    boolean met) {

  /** All known sites of the run's program. */
  static List<KnownSiteCheck> of(SampledRun run) {
    List<Finding> contexts = Findings.of(run.profile(), Grouping.CONTEXT).findings();
    List<Finding> all = new ArrayList<>(contexts);
    all.addAll(Findings.of(run.profile(), Grouping.site()).findings());
    all.addAll(Findings.of(run.profile(), Grouping.siteSkipping(Grouping.JDK_PREFIXES)).findings());
    List<KnownSiteCheck> checks = new ArrayList<>();
    for (KnownSite site : KnownSites.of(run.program())) {
      checks.add(
          check(
              site,
              run.number(),
              contexts.stream().filter(site::matches).toList(),
              all.stream().filter(site::matches).toList()));
    }
    return checks;
  }

  static KnownSiteCheck check(
      KnownSite site, int run, List<Finding> contexts, List<Finding> anyGrouping) {
    Finding best =
        anyGrouping.stream()
            .max(
                Comparator.comparing(Finding::reported)
                    .thenComparingDouble(finding -> orZero(finding.replicaBytes().low()))
                    .thenComparingDouble(finding -> orZero(finding.allocated().bytes().value())))
            .orElse(null);
    Finding curved =
        anyGrouping.stream()
            .filter(finding -> finding.duplicates().curveWindow() != null)
            .max(Comparator.comparingDouble(finding -> orZero(finding.duplicates().curve().low())))
            .orElse(null);
    Double curve = curved == null ? null : curved.duplicates().curve().low();
    boolean reported = best != null && best.reported();
    return new KnownSiteCheck(
        site.toString(),
        site.expectation(),
        run,
        contexts.size(),
        best == null ? 0 : orZero(best.allocated().bytes().value()),
        best == null ? 0 : best.evidence().samples(),
        reported,
        best == null ? null : best.duplicates().byBytes().low(),
        best == null || best.content() == null
            ? null
            : best.content().largestShareByBytes().value(),
        curve,
        curved == null ? null : curved.duplicates().curveWindow(),
        longest(anyGrouping),
        met(site, best, reported, curve, anyGrouping));
  }

  private static boolean met(
      KnownSite site, Finding best, boolean reported, Double curve, List<Finding> findings) {
    return switch (site.expectation()) {
      case FOUND -> reported;
      case NOT_REPORTED -> !reported;
      case BY_CURVE -> reported && curve != null && curve > 0.10;
      case PLACED -> findings.stream().anyMatch(finding -> placed(finding, site.trueShare()));
      case PARTLY -> reported && best.duplicates().byBytes().low() <= site.trueShare();
    };
  }

  /** Copies appear at some window, or fewer than the known share at the widest that has ends. */
  private static boolean placed(Finding finding, double knownShare) {
    Estimate widest = null;
    for (Finding.CurvePoint point : finding.curve()) {
      if (point.byBytes().low() != null) {
        widest = point.byBytes();
        if (widest.low() > ReplicatedDecision.FLOOR) {
          return true;
        }
      }
    }
    return widest != null && widest.high() < knownShare;
  }

  private static String longest(List<Finding> findings) {
    Finding longest =
        findings.stream()
            .max(
                Comparator.comparingInt((Finding finding) -> finding.curve().size())
                    .thenComparingLong(finding -> finding.evidence().runs()))
            .orElse(null);
    if (longest == null || longest.curve().isEmpty()) {
      return "no curve";
    }
    StringBuilder text = new StringBuilder();
    for (Finding.CurvePoint point : longest.curve()) {
      text.append(
          String.format(
              Locale.ROOT,
              "%s%d:%.2f(%d)",
              text.isEmpty() ? "" : " ",
              point.window(),
              orZero(point.byCount().value()),
              point.runs()));
    }
    return text.toString();
  }

  private static double orZero(Double number) {
    return number == null ? 0 : number;
  }
}
