package org.heaptwin.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.heaptwin.bench.accuracy.KnownSite.Expectation;
import org.heaptwin.findings.Finding;
import org.heaptwin.findings.Finding.Decision;
import org.heaptwin.statistics.Estimate;
import org.junit.jupiter.api.Test;

class KnownSiteCheckTest {
  private static final String FRAME = "a.B.make(B.java:7)";

  @Test
  void matchesClassAndFrame() {
    Finding finding = FindingFixture.of("int[]", FRAME, Decision.REPLICATED, 0.5, 1_000);

    assertThat(KnownSite.of("p", "int\\[\\]", "B\\.make", Expectation.FOUND).matches(finding))
        .isTrue();
    assertThat(KnownSite.of("p", "int\\[\\]", "C\\.make", Expectation.FOUND).matches(finding))
        .isFalse();
    assertThat(KnownSite.of("p", "int", "B\\.make", Expectation.FOUND).matches(finding)).isFalse();
  }

  @Test
  void foundMeansCalledReplicatedUnderAnyGrouping() {
    Finding context = FindingFixture.of("int[]", FRAME, Decision.NOT_SHOWN, 0.05, 1_000);
    Finding site = FindingFixture.of("int[]", FRAME, Decision.REPLICATED, 0.5, 900);

    assertThat(met(Expectation.FOUND, null, List.of(context), List.of(context))).isFalse();
    assertThat(met(Expectation.FOUND, null, List.of(context), List.of(context, site))).isTrue();
    assertThat(met(Expectation.NOT_REPORTED, null, List.of(context), List.of(context, site)))
        .isFalse();
    assertThat(met(Expectation.NOT_REPORTED, null, List.of(), List.of())).isTrue();
  }

  @Test
  void byCurveNeedsTheCurve() {
    Finding without = FindingFixture.of("int[]", FRAME, Decision.REPLICATED, 0.5, 1_000);
    Finding with =
        FindingFixture.of(
            "int[]",
            FRAME,
            Decision.REPLICATED,
            0.5,
            1_000,
            32,
            Estimate.atLeast(0.4, 0.975, ""),
            List.of());

    assertThat(met(Expectation.BY_CURVE, null, List.of(without), List.of(without))).isFalse();
    assertThat(met(Expectation.BY_CURVE, null, List.of(with), List.of(with))).isTrue();
  }

  @Test
  void partlyMeansNoMoreThanTheTruth() {
    Finding finding = FindingFixture.of("int[]", FRAME, Decision.REPLICATED, 0.25, 1_000);

    assertThat(met(Expectation.PARTLY, 0.33, List.of(finding), List.of(finding))).isTrue();
    assertThat(met(Expectation.PARTLY, 0.2, List.of(finding), List.of(finding))).isFalse();
  }

  @Test
  void placedMeansThatTheCurveSaysWhere() {
    Finding near = curve(0.3, 0.7);
    Finding far = curve(0.0, 0.2);
    Finding silent = curve(0.0, 0.96);

    assertThat(met(Expectation.PLACED, 0.93, List.of(), List.of(near))).isTrue();
    assertThat(met(Expectation.PLACED, 0.93, List.of(), List.of(far))).isTrue();
    assertThat(met(Expectation.PLACED, 0.93, List.of(), List.of(silent))).isFalse();
    assertThat(met(Expectation.PLACED, 0.93, List.of(), List.of())).isFalse();
  }

  private static Finding curve(double low, double high) {
    Estimate share = new Estimate(0.1, low, high, 0.95, "");
    Finding.CurvePoint point = new Finding.CurvePoint(32, 12, share, share);
    return FindingFixture.of(
        "int[]", FRAME, Decision.NOT_SHOWN, 0, 1_000, 32, Estimate.unknown(""), List.of(point));
  }

  private static boolean met(
      Expectation expectation, Double share, List<Finding> contexts, List<Finding> all) {
    KnownSite site = KnownSite.of("p", "int\\[\\]", "B\\.make", expectation, share);
    return KnownSiteCheck.check(site, 1, contexts, all).met();
  }
}
