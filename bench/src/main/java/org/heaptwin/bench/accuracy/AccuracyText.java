package org.heaptwin.bench.accuracy;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.heaptwin.bench.coverage.CoverageTable;

/** The tables of the bench, and its verdicts in the last lines. */
final class AccuracyText {
  private static final String ALL = "(all)";
  private static final double BYTES_PER_MEGABYTE = 1 << 20;

  private final Accuracy accuracy;
  private final StringBuilder text = new StringBuilder();

  private AccuracyText(Accuracy accuracy) {
    this.accuracy = accuracy;
  }

  static String of(Accuracy accuracy) {
    AccuracyText report = new AccuracyText(accuracy);
    report.knownSites();
    report.heaps();
    if (!accuracy.agreements().isEmpty()) {
      report.agreement("context");
      report.agreement("site");
      report.lengths();
      report.text.append(CoverageTable.text(accuracy.coverage().pooled())).append('\n');
      report.verdicts();
    }
    return report.text.toString();
  }

  private void knownSites() {
    if (accuracy.knownSites().isEmpty()) {
      return;
    }
    line(
        "%-10s %-72s %-12s %4s %9s %8s %-4s %6s %6s %11s %s",
        "program",
        "known site",
        "expected",
        "run",
        "MB",
        "samples",
        "repl",
        "dup >=",
        "larg.",
        "curve >=",
        "met; longest curve W:share(runs)");
    accuracy
        .knownSites()
        .forEach((program, checks) -> checks.forEach(check -> knownSite(program, check)));
    text.append('\n');
  }

  private void knownSite(String program, KnownSiteCheck check) {
    line(
        "%-10s %-72s %-12s %4d %9.1f %8d %-4s %6s %6s %11s %s; %s",
        program,
        check.site(),
        check.expectation(),
        check.run(),
        check.bytes() / BYTES_PER_MEGABYTE,
        check.samples(),
        check.replicated() ? "yes" : "no",
        share(check.share()),
        share(check.largest()),
        check.curve() == null ? "-" : share(check.curve()) + " W=" + check.window(),
        check.met() ? "met" : "NOT MET",
        check.points());
  }

  private void heaps() {
    accuracy
        .heaps()
        .forEach(
            (program, rows) -> {
              line("heap of %s, live objects and garbage, by class", program);
              line(
                  "%-60s %10s %10s %9s %7s %7s %10s",
                  "class", "objects", "distinct", "MB", "dup", "larg.", "exhaustive");
              rows.forEach(row -> heap(row.heap(), row.exhaustive()));
              text.append('\n');
            });
  }

  private void heap(ClassCensus.Row row, Double exhaustive) {
    line(
        "%-60s %10d %10d %9.1f %7.3f %7.3f %10s",
        row.className(),
        row.objects(),
        row.distinct(),
        row.bytes() / BYTES_PER_MEGABYTE,
        row.duplicateShareByBytes(),
        row.largestShare(),
        share(exhaustive));
  }

  private void agreement(String grouping) {
    line(
        "by %s%n%-10s %5s %7s %6s %6s %9s %6s %10s %7s %7s %7s %8s",
        grouping,
        "program",
        "runs",
        "wanted",
        "found",
        "seen",
        "reported",
        "wrong",
        "unmatched",
        "recall",
        "bytes",
        "Kendall",
        "Spearman");
    List<RunAgreement> all = accuracy.under(grouping);
    for (String program : new TreeSet<>(all.stream().map(RunAgreement::program).toList())) {
      agreement(program, all.stream().filter(run -> run.program().equals(program)).toList());
    }
    agreement(ALL, all);
    all.forEach(
        run ->
            run.mistakes()
                .forEach(name -> line("wrong, %s run %d: %s", run.program(), run.run(), name)));
    all.stream()
        .filter(run -> run.run() == 1)
        .forEach(run -> run.missed().forEach(name -> line("missed, %s: %s", run.program(), name)));
    text.append('\n');
  }

  private void agreement(String program, List<RunAgreement> runs) {
    line(
        "%-10s %5d %7d %6d %6d %9d %6d %10d %7s %7s %7s %8s",
        program,
        runs.size(),
        runs.stream().mapToInt(RunAgreement::wanted).sum(),
        runs.stream().mapToInt(RunAgreement::found).sum(),
        runs.stream().mapToInt(RunAgreement::seen).sum(),
        runs.stream().mapToInt(RunAgreement::reported).sum(),
        runs.stream().mapToInt(RunAgreement::wrong).sum(),
        runs.stream().mapToInt(RunAgreement::unmatched).sum(),
        share(Accuracy.recall(runs)),
        share(Accuracy.mean(runs, RunAgreement::replicaShareFound)),
        share(Accuracy.mean(runs, RunAgreement::kendall)),
        share(Accuracy.mean(runs, RunAgreement::spearman)));
  }

  private void lengths() {
    for (String grouping : List.of("context", "site")) {
      Map<Double, Double> recall = accuracy.recallByLength(grouping);
      line("recall by length of the recording, by %s: %s", grouping, recall);
      line(
          "time until recall reaches %s: %s",
          Accuracy.RECALL,
          recall.entrySet().stream()
              .filter(entry -> entry.getValue() >= Accuracy.RECALL)
              .findFirst()
              .map(entry -> entry.getKey() + " s")
              .orElse("longer than any recording"));
    }
    text.append('\n');
  }

  private void verdicts() {
    for (String grouping : List.of("context", "site")) {
      List<RunAgreement> runs = accuracy.under(grouping);
      int reported = runs.stream().mapToInt(RunAgreement::reported).sum();
      double precision = Accuracy.precision(runs);
      double recall = Accuracy.recall(runs);
      line(
          "verdict by %s: precision %.3f of %d reports: %s; recall %.3f: %s",
          grouping,
          precision,
          reported,
          precision >= Accuracy.PRECISION && reported >= Accuracy.REPORTS_NEEDED
              ? "passed"
              : "NOT PASSED",
          recall,
          recall >= Accuracy.RECALL ? "passed" : "NOT PASSED");
    }
    coverageVerdict();
  }

  private void coverageVerdict() {
    List<CoverageTable.Row> rows = accuracy.coverage().pooled();
    List<String> low =
        rows.stream().filter(row -> !row.passes()).map(CoverageTable.Row::quantity).toList();
    List<String> unjudged =
        rows.stream().filter(row -> row.claimed() == 0).map(CoverageTable.Row::quantity).toList();
    line(
        "verdict coverage: %s; without any interval, so not judged: %s",
        low.isEmpty() ? "passed" : "TOO LOW for " + low, unjudged.isEmpty() ? "none" : unjudged);
  }

  private static String share(Double share) {
    return share == null || share.isNaN() ? "-" : String.format(Locale.ROOT, "%.3f", share);
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
