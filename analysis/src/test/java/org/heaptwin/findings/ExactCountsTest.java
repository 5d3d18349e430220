package org.heaptwin.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.heaptwin.profile.Exhaustive;
import org.junit.jupiter.api.Test;

class ExactCountsTest {
  private static final String SITE = "app.Main.load(Main.java:10)";

  /** 100 objects of 32 bytes in 20 groups of 5, all read. */
  private static final Exhaustive COMPLETE = counted("recording", 100, 20, 0, 0);

  @Test
  void everyNumberIsExactWhereEverythingWasRead() {
    Finding finding = finding(COMPLETE);
    assertThat(finding.allocated().bytes().value()).isEqualTo(3200);
    assertThat(finding.allocated().bytes().high()).isEqualTo(3200);
    assertThat(finding.allocated().missedWithFivePercent()).isNull();
    assertThat(finding.duplicates().byBytes().low()).isCloseTo(0.8, within(1e-12));
    assertThat(finding.duplicates().byBytes().high()).isCloseTo(0.8, within(1e-12));
    assertThat(finding.replicaBytes().low()).isEqualTo(80 * 32);
    assertThat(finding.replicaBytes().high()).isEqualTo(80 * 32);
    assertThat(finding.content().largestShareByBytes().high()).isCloseTo(0.05, within(1e-12));
    // 20 groups with 10 pairs each, of 4,950.
    assertThat(finding.content().pairIdentity().value()).isCloseTo(200.0 / 4950, within(1e-12));
    assertThat(finding.content().zeroShare().value()).isZero();
    assertThat(finding.decision()).isEqualTo(Finding.Decision.REPLICATED);
    assertThat(finding.exhaustive().complete()).isTrue();
    assertThat(finding.exhaustive().duplicateBytes()).isCloseTo(0.8, within(1e-12));
    assertThat(finding.exhaustive().agreement().value()).isEqualTo(0.25);
    assertThat(finding.curve())
        .extracting(Finding.CurvePoint::window, point -> point.byCount().value())
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(1, 0.4),
            org.assertj.core.groups.Tuple.tuple(2, 0.8));
    assertThat(finding.curve()).allMatch(point -> point.byBytes().level() == 1);
  }

  /** Whatever the unread ones were, the truth lies between the ends. */
  @Test
  void unreadObjectsGiveBounds() {
    Finding finding = finding(counted("recording", 100, 20, 10, 0));
    assertThat(finding.duplicates().byCount().low()).isCloseTo((90 - 20) / 100.0, within(1e-12));
    assertThat(finding.duplicates().byCount().high()).isCloseTo((100 - 20) / 100.0, within(1e-12));
    assertThat(finding.duplicates().byBytes().value()).isNull();
    assertThat(finding.content().largestShareByCount().low()).isCloseTo(0.05, within(1e-12));
    assertThat(finding.content().largestShareByCount().high()).isCloseTo(0.15, within(1e-12));
    assertThat(finding.curve().get(0).byCount().low()).isCloseTo(0.4, within(1e-12));
    assertThat(finding.curve().get(0).byCount().high()).isCloseTo(0.6, within(1e-12));
    assertThat(finding.exhaustive().complete()).isFalse();
  }

  @Test
  void aBrokenOrderLeavesTheCurveWithoutEnds() {
    Finding finding = finding(counted("recording", 100, 20, 10, 10));
    assertThat(finding.curve().get(0).byCount().low()).isNull();
  }

  @Test
  void contentsOfOneEpochBoundFromBelowOnly() {
    Finding finding = finding(counted("epoch", 100, 20, 0, 0));
    assertThat(finding.duplicates().byBytes().low()).isCloseTo(0.8, within(1e-12));
    assertThat(finding.duplicates().byBytes().high()).isNull();
    assertThat(finding.replicaBytes().high()).isNull();
    assertThat(finding.content().largestShareByBytes().value()).isNull();
    assertThat(finding.content().withinEpochIdentity().value()).isEqualTo(0.125);
    assertThat(finding.exhaustive().scope()).isEqualTo("epoch");
  }

  /** Two contexts of the same 20 contents, or of 40 different ones: both must lie within. */
  @Test
  void rolledUpContextsAreBoundedWithoutComparingThem() {
    ProfileBuilder builder = new ProfileBuilder();
    builder.exhaustive = true;
    builder.context("a.Copy", false, "app.A.a(A.java:1)").counted(COMPLETE);
    builder.context("a.Copy", false, "app.B.b(B.java:1)").counted(COMPLETE);
    Finding both = Findings.of(builder.build(), Grouping.CLASS).findings().get(0);
    assertThat(both.duplicates().byCount().low()).isCloseTo(160.0 / 200, within(1e-12));
    assertThat(both.duplicates().byCount().high()).isCloseTo(180.0 / 200, within(1e-12));
    assertThat(both.allocated().objects().high()).isEqualTo(200);
    assertThat(both.exhaustive().distinct()).isNull();
    assertThat(both.content()).isNull();
  }

  /** The VM's count goes on while the end is read: it says nothing about the recording. */
  @Test
  void theVmsOwnCountFlagsNoThread() {
    ProfileBuilder builder = new ProfileBuilder();
    builder.exhaustive = true;
    builder.javaVersion = "17.0.15+6";
    builder.allocatedByMain = 1_000_000_000L;
    builder.context("a.Copy", false, SITE).counted(COMPLETE).contents(32, new int[100]);
    Findings findings = Findings.of(builder.build(), Grouping.CONTEXT);
    assertThat(findings.threads()).noneMatch(Findings.ThreadFinding::flagged);
  }

  private static Finding finding(Exhaustive counted) {
    ProfileBuilder builder = new ProfileBuilder();
    builder.exhaustive = true;
    builder.context("a.Copy", false, SITE).counted(counted);
    return Findings.of(builder.build(), Grouping.CONTEXT).findings().get(0);
  }

  /** Groups of five; {@code unknown} objects not read, {@code dropped} of them not kept. */
  private static Exhaustive counted(
      String scope, long objects, long groups, long unknown, long dropped) {
    long grouped = objects - unknown;
    return new Exhaustive(
        scope,
        objects,
        objects * 32,
        grouped,
        grouped * 32,
        groups,
        groups * 32,
        5,
        160,
        grouped * (grouped - 1) / 2,
        groups * 10,
        scope.equals("epoch") ? 0.125 : null,
        new long[][] {{4, groups}},
        0,
        0,
        new Exhaustive.Curve(
            new long[] {1, 2}, new long[] {40, 80}, new long[] {1280, 2560}, 0, 0, 100),
        new Exhaustive.Agreement(4, 1, 1.0),
        new Exhaustive.Lost(dropped, unknown - dropped, 0));
  }
}
