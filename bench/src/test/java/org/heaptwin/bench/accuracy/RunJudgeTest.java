package org.heaptwin.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.heaptwin.findings.Finding;
import org.heaptwin.findings.Finding.Decision;
import org.junit.jupiter.api.Test;

class RunJudgeTest {
  private final Map<ContextKey, TrueContext> truth = new LinkedHashMap<>();
  private final Map<ContextKey, List<Finding>> findings = new LinkedHashMap<>();

  @Test
  void recallCountsWhatHoldsOnePercentOfTheReplicas() {
    truth("found", 10_000, 0.9);
    truth("missed", 5_000, 0.9);
    truth("small", 100, 0.9);
    truth("unique", 50_000, 0);
    found("found", Decision.REPLICATED, 0.5);
    found("missed", Decision.NOT_SHOWN, 0.01);
    found("small", Decision.NOT_TESTED, 0);

    RunAgreement judged = judged();

    assertThat(judged.wanted()).isEqualTo(2);
    assertThat(judged.found()).isEqualTo(1);
    assertThat(judged.seen()).isEqualTo(2);
    assertThat(judged.recall()).isEqualTo(0.5);
    assertThat(judged.replicaShareFound()).isEqualTo(9_000 / 13_590.0);
    assertThat(judged.missed()).singleElement().asString().contains("missed").contains("NOT_SHOWN");
  }

  @Test
  void aReportIsWrongBelowOneTenth() {
    truth("right", 10_000, 0.1);
    truth("wrong", 10_000, 0.0999);
    found("right", Decision.REPLICATED, 0.2);
    found("wrong", Decision.REPLICATED, 0.2);
    found("elsewhere", Decision.REPLICATED, 0.2);

    RunAgreement judged = judged();

    assertThat(judged.reported()).isEqualTo(2);
    assertThat(judged.wrong()).isEqualTo(1);
    assertThat(judged.unmatched()).isEqualTo(1);
    assertThat(judged.precision()).isEqualTo(0.5);
    assertThat(judged.mistakes()).singleElement().asString().contains("wrong").contains("0.100");
  }

  @Test
  void ranksAreComparedByReplicaBytes() {
    for (int i = 1; i <= 4; i++) {
      truth("c" + i, 1_000 * i, 0.9);
    }
    found("c1", Decision.REPLICATED, 0.2, 1_000);
    found("c2", Decision.REPLICATED, 0.2, 2_000);
    found("c3", Decision.REPLICATED, 0.2, 4_000);
    found("c4", Decision.REPLICATED, 0.2, 3_000);

    RunAgreement judged = judged();

    assertThat(judged.kendall()).isEqualTo(4 / 6.0);
    assertThat(judged.spearman()).isEqualTo(0.8);
  }

  @Test
  void nothingToFindAndNothingReportedIsNoRatio() {
    truth("unique", 10_000, 0);
    found("unique", Decision.NOT_SHOWN, 0);

    RunAgreement judged = judged();

    assertThat(judged.recall()).isNull();
    assertThat(judged.precision()).isNull();
    assertThat(judged.kendall()).isNull();
  }

  private RunAgreement judged() {
    return RunJudge.judge(findings, new Truth(truth), FindingFixture.run("program"));
  }

  private void truth(String name, double bytes, double duplicateShare) {
    truth.put(
        key(name),
        new TrueContext(100, bytes, 100, bytes, duplicateShare * bytes, null, null, Map.of()));
  }

  private void found(String name, Decision decision, double share) {
    found(name, decision, share, 1_000);
  }

  private void found(String name, Decision decision, double share, double bytes) {
    Finding finding = FindingFixture.of("int[]", name, decision, share, bytes);
    findings.put(key(name), List.of(finding));
  }

  private static ContextKey key(String name) {
    return ContextKey.of("int[]", List.of(name));
  }
}
