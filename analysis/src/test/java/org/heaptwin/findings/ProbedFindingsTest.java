package org.heaptwin.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Sources;
import org.junit.jupiter.api.Test;

/** What probed objects add to findings, and what they must not change. */
class ProbedFindingsTest {
  private static final String SITE = "app.Main.load(Main.java:10)";

  @Test
  void theLargerSampleOfContentsIsUsed() {
    ProfileBuilder builder = new ProfileBuilder();
    builder.context("a.Copy", false, SITE).contents(16, unique(4)).probed(16, 100, equal(400));
    Finding finding = only(builder, Grouping.CONTEXT);
    assertThat(finding.content().sampled()).isEqualTo(400);
    assertThat(finding.content().distinct()).isEqualTo(1);
    assertThat(finding.content().largestShareByBytes().source()).contains("probed");
    assertThat(finding.duplicates().byBytes().low()).isGreaterThan(0.9);
    assertThat(finding.evidence().probed()).isEqualTo(400);
  }

  @Test
  void theSmallerOneIsNotWhateverItHolds() {
    ProfileBuilder builder = new ProfileBuilder();
    builder.context("a.Unique", false, SITE).contents(64, unique(300)).probed(64, 9, equal(200));
    Finding finding = only(builder, Grouping.CONTEXT);
    assertThat(finding.content().distinct()).isEqualTo(300);
    assertThat(finding.content().largestShareByBytes().source()).contains("sampled");
    assertThat(finding.duplicates().byBytes().low()).isZero();
  }

  @Test
  void totalsAreThoseOfTheSamplerAlone() {
    ProfileBuilder without = new ProfileBuilder();
    without.context("a.Copy", false, SITE).contents(16, equal(10));
    ProfileBuilder with = new ProfileBuilder();
    with.context("a.Copy", false, SITE).contents(16, equal(10)).probed(16, 1000, equal(400));
    assertThat(only(with, Grouping.CONTEXT).allocated())
        .isEqualTo(only(without, Grouping.CONTEXT).allocated());
  }

  @Test
  void uniqueProbedObjectsAreNotReplicas() {
    ProfileBuilder builder = new ProfileBuilder();
    builder.context("a.Unique", false, SITE).contents(16, unique(4)).probed(16, 50, unique(500));
    Finding finding = only(builder, Grouping.CONTEXT);
    assertThat(finding.decision()).isEqualTo(Finding.Decision.NOT_SHOWN);
    assertThat(finding.replicaBytes().low()).isZero();
  }

  @Test
  void contextsOfOneSiteArePooledByTheirProbes() {
    ProfileBuilder builder = new ProfileBuilder();
    builder.context("a.Copy", false, SITE, "app.A.a(A.java:1)").probed(16, 50, equal(300));
    builder.context("a.Copy", false, SITE, "app.B.b(B.java:1)").probed(16, 50, equal(100));
    assertThat(only(builder, Grouping.site()).content().sampled()).isEqualTo(400);
  }

  @Test
  void differentSitesWereProbedForDifferentTimesAndAreJudgedByTheSampler() {
    ProfileBuilder builder = new ProfileBuilder();
    builder.context("a.Copy", false, SITE).contents(16, equal(3)).probed(16, 50, equal(300));
    builder.context("a.Copy", false, "app.B.b(B.java:1)").probed(16, 50, equal(100));
    assertThat(only(builder, Grouping.CLASS).content().sampled()).isEqualTo(3);
  }

  @Test
  void aRateThatRoseWithTheProbeIsSaid() {
    ProfileBuilder builder = new ProfileBuilder();
    builder.context("a.Copy", false, SITE).contents(16, equal(10)).probed(16, 50, equal(40));
    builder.probes = probes("app.Main.load:10", "La/Copy;", totals(100), totals(900));
    assertThat(only(builder, Grouping.CONTEXT).cautions()).anyMatch(text -> text.contains("rose"));
  }

  @Test
  void noRateIsSaidToHaveRisenWithinItsErrorOrAtAnotherSite() {
    for (Sources.ProbeSource source :
        List.of(
            probes("app.Main.load:10", "La/Copy;", totals(100), totals(120)),
            probes("app.Main.load:10", "La/Copy;", totals(900), totals(100)),
            probes("app.Main.load:10", "[La/Copy;", totals(100), totals(900)),
            probes("app.Main.load:11", "La/Copy;", totals(100), totals(900)),
            probes("app.Main.load:10", "La/Copy;", totals(100), null))) {
      ProfileBuilder builder = new ProfileBuilder();
      builder.context("a.Copy", false, SITE).contents(16, equal(10)).probed(16, 50, equal(40));
      builder.probes = source;
      assertThat(only(builder, Grouping.CONTEXT).cautions())
          .as(source.toString())
          .noneMatch(text -> text.contains("rose"));
    }
  }

  @Test
  void descriptorsAreReadAsProfilesNameClasses() {
    assertThat(ProbeEffects.className("[[Ljava/lang/String;")).isEqualTo("java.lang.String[][]");
    assertThat(ProbeEffects.className("[C")).isEqualTo("char[]");
  }

  private static Finding only(ProfileBuilder builder, Grouping grouping) {
    Findings findings = Findings.of(builder.build(), grouping);
    assertThat(findings.findings()).hasSize(1);
    return findings.findings().get(0);
  }

  /** So many samples, each standing for a kilobyte, in a second. */
  private static Sources.SiteTotals totals(int samples) {
    double bytes = 1024.0 * samples;
    return new Sources.SiteTotals(
        1_000_000_000L, samples, new Context.WeightedTotal(bytes, bytes * 1024, 1024));
  }

  private static Sources.ProbeSource probes(
      String site, String allocated, Sources.SiteTotals before, Sources.SiteTotals during) {
    return new Sources.ProbeSource(
        "auto",
        "bytecode",
        null,
        40L,
        List.of(new Sources.ProbedSite(site, allocated, null, "placed", 1L, 40L, before, during)));
  }

  private static int[] equal(int count) {
    return new int[count];
  }

  private static int[] unique(int count) {
    return IntStream.range(0, count).toArray();
  }
}
