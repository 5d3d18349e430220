package org.heaptwin.bench.accuracy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.commons.math3.stat.correlation.KendallsCorrelation;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;
import org.heaptwin.findings.Finding;
import org.heaptwin.findings.Grouping;
import org.heaptwin.statistics.ReplicatedDecision;

/** Holds one sampled run's report against the truth. */
final class RunJudge {
  /** Share of all replica bytes from which a unit has to be found. */
  static final double WANTED_SHARE = 0.01;

  private static final int FEWEST_RANKS = 3;
  private static final int NAMED = 10;

  private final Truth truth;
  private final Map<ContextKey, List<Finding>> findings;
  private final List<String> mistakes = new ArrayList<>();
  private final List<String> missed = new ArrayList<>();

  private RunJudge(Truth truth, Map<ContextKey, List<Finding>> findings) {
    this.truth = truth;
    this.findings = findings;
  }

  /** The judgement of one run; {@code truth} is that of the contexts. */
  static RunAgreement judge(SampledRun run, Truth truth, Grouping grouping) {
    RunJudge judge = new RunJudge(truth.rolledUp(grouping), run.findings(grouping));
    return judge.judged(run, grouping.kind().name().toLowerCase(Locale.ROOT));
  }

  /** The judgement of given findings, for tests. */
  static RunAgreement judge(Map<ContextKey, List<Finding>> findings, Truth truth, SampledRun run) {
    return new RunJudge(truth, findings).judged(run, "context");
  }

  private RunAgreement judged(SampledRun run, String grouping) {
    List<ContextKey> wanted = truth.holding(WANTED_SHARE);
    int found = 0;
    int seen = 0;
    for (ContextKey key : wanted) {
      seen += findings.containsKey(key) ? 1 : 0;
      if (reported(key)) {
        found++;
      } else {
        missed.add(key + why(key));
      }
    }
    int reported = 0;
    int wrong = 0;
    int unmatched = 0;
    double replicas = 0;
    Set<ContextKey> ranked = new LinkedHashSet<>(wanted);
    for (ContextKey key : findings.keySet()) {
      if (!reported(key)) {
        continue;
      }
      TrueContext context = truth.contexts().get(key);
      if (context == null || context.duplicateShare() == null) {
        unmatched++;
        continue;
      }
      ranked.add(key);
      reported++;
      replicas += context.replicaBytes();
      if (context.duplicateShare() < ReplicatedDecision.FLOOR) {
        wrong++;
        mistakes.add(
            String.format(Locale.ROOT, "%s: true share %.3f", key, context.duplicateShare()));
      }
    }
    double all = truth.replicaBytes();
    double[][] ranks = ranks(ranked);
    boolean correlated = ranked.size() >= FEWEST_RANKS;
    return new RunAgreement(
        run.program(),
        run.jdk(),
        run.number(),
        run.seconds(),
        grouping,
        wanted.size(),
        found,
        seen,
        reported,
        wrong,
        unmatched,
        all > 0 ? replicas / all : 0,
        correlated ? number(new KendallsCorrelation().correlation(ranks[0], ranks[1])) : null,
        correlated ? number(new SpearmansCorrelation().correlation(ranks[0], ranks[1])) : null,
        mistakes,
        missed.stream().limit(NAMED).toList());
  }

  private boolean reported(ContextKey key) {
    return findings.getOrDefault(key, List.of()).stream().anyMatch(Finding::reported);
  }

  private String why(ContextKey key) {
    TrueContext context = truth.contexts().get(key);
    double share = context.replicaBytes() / truth.replicaBytes();
    List<Finding> sampled = findings.getOrDefault(key, List.of());
    if (sampled.isEmpty()) {
      return String.format(Locale.ROOT, " (%.1f %% of replica bytes): not sampled", 100 * share);
    }
    Finding finding = sampled.get(0);
    return String.format(
        Locale.ROOT,
        " (%.1f %% of replica bytes): %d samples, %d runs, share at least %s of %.3f, %s",
        100 * share,
        finding.evidence().samples(),
        finding.evidence().runs(),
        finding.duplicates().byBytes().low(),
        context.duplicateShare(),
        finding.decision());
  }

  private double[][] ranks(Set<ContextKey> keys) {
    double[][] ranks = new double[2][keys.size()];
    int next = 0;
    for (ContextKey key : keys) {
      ranks[0][next] =
          findings.getOrDefault(key, List.of()).stream()
              .map(finding -> finding.replicaBytes().low())
              .mapToDouble(low -> low == null ? 0 : low)
              .sum();
      ranks[1][next++] = truth.contexts().get(key).replicaBytes();
    }
    return ranks;
  }

  /** Null where all numbers of a side are equal. */
  private static Double number(double correlation) {
    return Double.isNaN(correlation) ? null : Double.valueOf(correlation);
  }
}
