package org.heaptwin.bench.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.heaptwin.bench.coverage.Judgement;
import org.heaptwin.findings.Finding;
import org.heaptwin.findings.Grouping;

/**
 * Intervals of one sampled run against the truth, context by context: largest shares, the curve,
 * and the lower end of the duplicate share. Contexts of which the exhaustive recording did not read
 * nearly everything are left out: there is no exact number to hold an interval against.
 */
final class RunCoverage {
  private RunCoverage() {}

  /** Every interval that has a truth. */
  static List<Judgement> of(SampledRun run, Truth truth) {
    List<Judgement> judgements = new ArrayList<>();
    for (Map.Entry<ContextKey, List<Finding>> entry : run.findings(Grouping.CONTEXT).entrySet()) {
      TrueContext context = truth.contexts().get(entry.getKey());
      if (context != null && context.complete() && entry.getValue().size() == 1) {
        add(judgements, entry.getValue().get(0), context, entry.getKey() + "", run);
      }
    }
    return judgements;
  }

  private static void add(
      List<Judgement> judgements, Finding finding, TrueContext truth, String name, SampledRun run) {
    String where = run.toString();
    Finding.Content content = finding.content();
    if (content != null && truth.largestShareByBytes() != null) {
      judgements.add(
          Judgement.of(
              "largest share by bytes",
              name,
              where,
              content.largestShareByBytes(),
              truth.largestShareByBytes()));
      judgements.add(
          Judgement.of(
              "largest share by count",
              name,
              where,
              content.largestShareByCount(),
              truth.largestShareByCount()));
    }
    for (Finding.CurvePoint point : finding.curve()) {
      Double share = truth.curve().get(point.window());
      if (share != null) {
        judgements.add(
            Judgement.of("curve at " + point.window(), name, where, point.byCount(), share));
      }
    }
    judgements.add(
        Judgement.ofLowerEnd(
            "duplicate share, lower end",
            name,
            where,
            finding.duplicates().byBytes(),
            truth.duplicateShare()));
  }
}
