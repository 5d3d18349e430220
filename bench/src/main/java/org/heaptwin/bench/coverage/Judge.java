package org.heaptwin.bench.coverage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heaptwin.bench.truth.TruthReport;
import org.heaptwin.findings.Finding;

/**
 * Compares what was found in one run with what is true: intervals are counted, contradictions are
 * named.
 */
final class Judge {
  /** Objects in the largest group of a case whose contents do not recur, and more. */
  private static final double LARGEST_FLEETING_GROUP = 10;

  private final RecordedRun run;
  private final RecordedWindow window;
  private final List<Judgement> judgements = new ArrayList<>();
  private final List<String> contradictions = new ArrayList<>();

  private Judge(RecordedRun run) {
    this.run = run;
    this.window = new RecordedWindow(run.truth(), run.profile().recording());
  }

  /**
   * What came out of one run.
   *
   * @param contradictions claims that are wrong whatever the level of the intervals, and evidence
   *     that should be there and is not
   */
  record Verdict(List<Judgement> judgements, List<String> contradictions) {}

  static Verdict judge(RecordedRun run) {
    Judge judge = new Judge(run);
    Map<Integer, Double> replicaBytes = new HashMap<>();
    for (int i = 0; i < run.truth().contexts().size(); i++) {
      judge.context(i, replicaBytes);
    }
    judge.orders(replicaBytes);
    return new Verdict(judge.judgements, judge.contradictions);
  }

  private void context(int index, Map<Integer, Double> replicaBytes) {
    TruthReport.Context truth = run.truth().contexts().get(index);
    List<Integer> found = findingsOf(truth);
    if (found.size() != 1) {
      contradictions.add(
          run.configuration()
              + ": "
              + truth.method()
              + " appears as "
              + found.size()
              + " contexts instead of one");
      return;
    }
    Finding finding = run.findings().findings().get(found.get(0));
    double bytes = window.bytes(index);
    // Of the whole run: in the shorter window it is lower by the first objects of the bounded
    // contents, a few in a million.
    double duplicateShare = truth.duplicateShareByBytes();
    replicaBytes.put(found.get(0), duplicateShare * bytes);

    double largestShare = largestShareByCount(truth, window.objects(index));
    shares(truth, finding, largestShare);
    curve(truth, finding);
    comparisons(truth, finding, largestShare);
    add(
        Judgement.ofLowerEnd(
            "duplicate share, lower end",
            name(truth),
            run(),
            finding.duplicates().byBytes(),
            duplicateShare));
    add(
        Judgement.ofLowerEnd(
            "replica bytes, lower end",
            name(truth),
            run(),
            finding.replicaBytes(),
            duplicateShare * bytes));
    add(
        Judgement.of(
            "allocated bytes, JDK " + run.configuration().jdk().feature(),
            name(truth),
            run(),
            finding.allocated().bytes(),
            bytes));
    if (truth.unique() && finding.reported()) {
      contradictions.add(
          run.configuration()
              + ": all objects of "
              + truth.method()
              + " differ, and it is called replicated");
    }
  }

  /**
   * The largest group's share of the window's objects. A group of a share keeps it in any window;
   * one of a few objects that never come again has a larger share of a shorter window.
   */
  private static double largestShareByCount(TruthReport.Context truth, double objects) {
    double group = truth.largestShareByCount() * truth.objects();
    return group < LARGEST_FLEETING_GROUP
        ? Math.rint(group) / objects
        : truth.largestShareByCount();
  }

  private void shares(TruthReport.Context truth, Finding finding, double largestShare) {
    Finding.Content content = finding.content();
    if (content == null) {
      contradictions.add(run.configuration() + ": no content of " + truth.method() + " was read");
      return;
    }
    add(
        Judgement.of(
            "largest share by bytes",
            name(truth),
            run(),
            content.largestShareByBytes(),
            truth.largestShareByBytes()));
    add(
        Judgement.of(
            "largest share by count",
            name(truth),
            run(),
            content.largestShareByCount(),
            largestShare));
    if (!content.pooled()) {
      // Stationary contents: the share within an epoch is that of the run, but for contents that
      // take longer than one to recur.
      add(
          Judgement.of(
              "largest share within epochs",
              name(truth),
              run(),
              content.withinEpochLargestShare(),
              largestShare));
    }
  }

  private void curve(TruthReport.Context truth, Finding finding) {
    for (Finding.CurvePoint point : finding.curve()) {
      Double share = truth.curve().get(point.window());
      if (share != null) {
        add(Judgement.of("curve at " + point.window(), name(truth), run(), point.byCount(), share));
      }
    }
  }

  private void comparisons(TruthReport.Context truth, Finding finding, double largestShare) {
    Finding.Compared compared = finding.comparisons();
    if (!truth.accessed()) {
      return;
    }
    if (compared == null || compared.pairs() == 0) {
      contradictions.add(
          run.configuration()
              + ": no comparison in "
              + truth.method()
              + ", whose objects are all read");
      return;
    }
    add(
        Judgement.of(
            "largest share from comparisons",
            name(truth),
            run(),
            compared.largestShare(),
            largestShare));
    add(
        Judgement.of(
            "published bounds",
            name(truth),
            run(),
            compared.paperLower(),
            compared.paperUpper(),
            largestShare));
  }

  /** Every order that is claimed between two cases counts as an interval that covers or misses. */
  private void orders(Map<Integer, Double> replicaBytes) {
    for (var above : replicaBytes.entrySet()) {
      for (var below : replicaBytes.entrySet()) {
        if (!above.getKey().equals(below.getKey())
            && run.findings().orderClaimed(above.getKey(), below.getKey())) {
          double lead = above.getValue() - below.getValue();
          add(Judgement.of("claimed order", "all pairs", run(), 0.0, null, lead));
        }
      }
    }
  }

  private List<Integer> findingsOf(TruthReport.Context truth) {
    List<Integer> found = new ArrayList<>();
    List<Finding> findings = run.findings().findings();
    for (int i = 0; i < findings.size(); i++) {
      Finding finding = findings.get(i);
      if (!finding.frames().isEmpty()
          && finding.frames().get(0).startsWith(truth.method() + "(")
          && finding.className().equals(truth.className())) {
        found.add(i);
      }
    }
    return found;
  }

  private static String name(TruthReport.Context truth) {
    return truth.method().substring(truth.method().lastIndexOf('.') + 1);
  }

  private String run() {
    return run.configuration().toString();
  }

  private void add(Judgement judgement) {
    judgements.add(judgement);
  }
}
