package org.heaptwin.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.heaptwin.profile.Comparisons;
import org.heaptwin.statistics.CoverageCriterion;
import org.junit.jupiter.api.Test;

class FindingsTest {
  private static final String SITE = "app.Main.load(Main.java:10)";

  @Test
  void replicasAreFoundAndRankedAboveUniqueObjects() {
    ProfileBuilder builder = new ProfileBuilder();
    builder.context("a.Unique", false, SITE).contents(64, unique(400));
    builder.context("a.Copy", false, SITE).contents(64, equal(300)).accesses(20);
    Findings findings = Findings.of(builder.build(), Grouping.CONTEXT);

    Finding copy = findings.findings().get(0);
    assertThat(copy.className()).isEqualTo("a.Copy");
    assertThat(copy.rank()).isEqualTo(1);
    assertThat(copy.decision()).isEqualTo(Finding.Decision.REPLICATED);
    assertThat(copy.duplicates().byBytes().low()).isBetween(0.9, 1.0);
    assertThat(copy.duplicates().byBytes().high()).isNull();
    assertThat(copy.replicaBytes().high()).isNull();
    assertThat(copy.content().largestShareByBytes().low()).isGreaterThan(0.97);
    assertThat(copy.accessRank()).isEqualTo(1);

    Finding other = findings.findings().get(1);
    assertThat(other.decision()).isEqualTo(Finding.Decision.NOT_SHOWN);
    assertThat(other.replicaBytes().low()).isZero();
    assertThat(other.accessRank()).isNull();
    assertThat(findings.byAccesses()).containsExactly(0);
    assertThat(findings.familySize()).isEqualTo(2);
    assertThat(findings.headline().replicated()).isEqualTo(1);
    assertThat(findings.losses()).containsEntry("ring full", 2L);
  }

  @Test
  void headlineIsBelowTheTruthAndHeldJointly() {
    ProfileBuilder builder = new ProfileBuilder();
    builder.context("a.Copy", false, SITE).contents(64, equal(300));
    builder.context("a.Unique", false, SITE).contents(64, unique(300));
    Findings findings = Findings.of(builder.build(), Grouping.CONTEXT);
    double single = findings.findings().get(0).replicaBytes().low();
    // Two family members at half the error each: the joint end lies below the one that stands
    // alone.
    assertThat(findings.headline().replicaBytes().low()).isBetween(0.7 * single, single);
    assertThat(findings.headline().perSecond().low())
        .isCloseTo(findings.headline().replicaBytes().low() / 10, within(1e-6));
    assertThat(findings.headline().shareOfAllocation().low()).isBetween(0.3, 0.5);
  }

  @Test
  void uniqueContextsAreNeverReplicatedWhateverTheComparisonsSay() {
    Random random = new Random(1);
    for (int round = 0; round < 30; round++) {
      ProfileBuilder builder = new ProfileBuilder();
      for (int i = 0; i < 5; i++) {
        ProfileBuilder.ContextBuilder context =
            builder
                .context("a.C" + i, false, SITE)
                .contents(64, unique(50 + random.nextInt(200)))
                // theta far above a borrowed alpha
                .comparisons(
                    new Comparisons(
                        new Comparisons.Outcome(0, 0),
                        new Comparisons.Outcome(0, 0),
                        new Comparisons.Outcome(500, 0),
                        0,
                        null));
        for (int k = 0; k < 12; k++) {
          context.run(64, new int[64]);
        }
      }
      Findings findings = Findings.of(builder.build(), Grouping.CONTEXT);
      assertThat(findings.findings())
          .allSatisfy(f -> assertThat(f.decision()).isEqualTo(Finding.Decision.NOT_SHOWN));
      assertThat(findings.headline().replicaBytes().low()).isZero();
    }
  }

  @Test
  void theCurveFindsSmallGroupsThatSamplesMiss() {
    ProfileBuilder builder = new ProfileBuilder();
    ProfileBuilder.ContextBuilder context =
        builder.context("a.Row", true, SITE).contents(64, unique(200)).epochs(new int[200]);
    for (int k = 0; k < 40; k++) {
      context.run(64, IntStream.range(0, 64).map(j -> j % 8 == 0 ? 0 : 1).toArray());
    }
    Finding finding = Findings.of(builder.build(), Grouping.CONTEXT).findings().get(0);
    assertThat(finding.duplicates().seenMass().low()).isZero();
    assertThat(finding.duplicates().curveWindow()).isEqualTo(32);
    // True share is 7/8 in every run.
    assertThat(finding.duplicates().byBytes().low()).isBetween(0.8, 0.875);
    assertThat(finding.decision()).isEqualTo(Finding.Decision.REPLICATED);
    assertThat(finding.curve())
        .extracting(Finding.CurvePoint::window)
        .containsExactly(1, 2, 4, 8, 16, 32);
  }

  /** Seven equal objects: two halves of them are too few to show it. */
  @Test
  void aFewEqualObjectsShowTheirGroup() {
    ProfileBuilder builder = new ProfileBuilder();
    builder.context("long[]", false, SITE).contents(4096, equal(7));
    builder.context("long[]", true, SITE, "app.B.b(B.java:1)").contents(4096, equal(7));
    for (Finding finding : Findings.of(builder.build(), Grouping.CONTEXT).findings()) {
      assertThat(finding.duplicates().largestGroup().low())
          .isGreaterThan(finding.duplicates().seenMass().low());
      assertThat(finding.decision()).isEqualTo(Finding.Decision.REPLICATED);
    }
  }

  @Test
  void whatIsLikelyDependsOnHowManyOthersAre() {
    ProfileBuilder many = new ProfileBuilder();
    ProfileBuilder one = new ProfileBuilder();
    for (int i = 0; i < 40; i++) {
      int[] contents = i < 20 ? equal(4) : unique(5);
      many.context("a.C" + i, false, SITE).contents(64, contents);
      one.context("a.C" + i, false, SITE).contents(64, i == 0 ? equal(4) : unique(5));
    }
    Findings likely = Findings.of(many.build(), Grouping.CONTEXT);
    assertThat(likely.headline().replicated()).isZero();
    assertThat(likely.headline().likely()).isEqualTo(20);
    assertThat(likely.findings().get(0).decision()).isEqualTo(Finding.Decision.LIKELY);
    assertThat(likely.findings().get(0).reported()).isTrue();
    Findings single = Findings.of(one.build(), Grouping.CONTEXT);
    assertThat(single.headline().likely()).isZero();
    assertThat(single.findings()).noneMatch(Finding::reported);
  }

  @Test
  void contentsThatRunsMeetAgainAreFoundWhereSampleAndCurveSeeNothing() {
    ProfileBuilder builder = new ProfileBuilder();
    ProfileBuilder.ContextBuilder context =
        builder.context("a.Border", false, SITE).contents(64, unique(12));
    Random random = new Random(5);
    for (int k = 0; k < 60; k++) {
      // Ten different ones of 120 contents, which 120 further objects cannot all be.
      context.runOf(64, random.ints(1_000, 1_120).distinct().limit(10).toArray());
    }
    Finding finding = Findings.of(builder.build(), Grouping.CONTEXT).findings().get(0);
    assertThat(finding.duplicates().seenMass().low()).isZero();
    assertThat(finding.duplicates().curve().low()).isZero();
    assertThat(finding.duplicates().metBefore().low()).isGreaterThan(0.4);
    assertThat(finding.duplicates().byBytes().low()).isGreaterThan(0.4);
    assertThat(finding.decision()).isEqualTo(Finding.Decision.REPLICATED);
  }

  @Test
  void objectsThatChangeAfterTheirFirstReadingAreTakenOffTheCurve() {
    List<Finding> findings = new ArrayList<>();
    for (int changed : new int[] {0, 20}) {
      ProfileBuilder builder = new ProfileBuilder();
      ProfileBuilder.ContextBuilder context =
          builder.context("int[]", false, SITE).contents(64, unique(200)).reread(20, changed);
      for (int k = 0; k < 40; k++) {
        context.run(64, IntStream.range(0, 64).map(j -> j % 8 == 0 ? 0 : 1).toArray());
      }
      findings.add(Findings.of(builder.build(), Grouping.CONTEXT).findings().get(0));
    }
    // 10 of 100 survived, all that were read again had changed: 0.10 at least go.
    double still = findings.get(0).duplicates().byBytes().low();
    double changing = findings.get(1).duplicates().byBytes().low();
    assertThat(still - changing).isBetween(0.10, 0.25);
    assertThat(findings.get(0).cautions()).noneMatch(caution -> caution.contains("change"));
    assertThat(findings.get(1).cautions()).anyMatch(caution -> caution.contains("change"));
  }

  @Test
  void contentsOfOneEpochClaimNoLargestShareOfTheRecording() {
    ProfileBuilder builder = new ProfileBuilder();
    int[] epochs = IntStream.range(0, 200).map(i -> i / 20).toArray();
    // In each epoch all equal; numbers differ between epochs.
    builder.context("a.Node", true, SITE).contents(64, epochs).epochs(epochs);
    Finding finding = Findings.of(builder.build(), Grouping.CONTEXT).findings().get(0);
    assertThat(finding.content().largestShareByBytes().low()).isNull();
    assertThat(finding.content().pairIdentity().value()).isNull();
    assertThat(finding.content().withinEpochIdentity().value()).isEqualTo(1);
    assertThat(finding.content().withinEpochLargestShare().low()).isGreaterThan(0.6);
    assertThat(finding.duplicates().byBytes().low()).isGreaterThan(0.9);
  }

  @Test
  void rollUpsCountEverythingOnce() {
    ProfileBuilder builder = new ProfileBuilder();
    builder.context("a.Copy", false, SITE, "app.A.a(A.java:1)").contents(64, equal(100));
    builder.context("a.Copy", false, SITE, "app.B.b(B.java:1)").contents(64, equal(150));
    builder.context("a.Copy", false, "app.C.c(C.java:5)").contents(64, unique(50));
    builder.context("a.Other", false, SITE).contents(64, unique(50));
    Findings byContext = Findings.of(builder.build(), Grouping.CONTEXT);
    Findings bySite = Findings.of(builder.build(), Grouping.site());
    Findings byClass = Findings.of(builder.build(), Grouping.CLASS);
    assertThat(byContext.findings()).hasSize(4);
    assertThat(bySite.findings()).hasSize(3);
    assertThat(byClass.findings()).hasSize(2);
    for (Findings findings : new Findings[] {byContext, bySite, byClass}) {
      double sum =
          findings.findings().stream().mapToDouble(f -> f.allocated().bytes().value()).sum();
      assertThat(sum).isCloseTo(findings.totals().bytes().value(), within(1e-3));
    }
    Finding site = bySite.findings().get(0);
    assertThat(site.contexts()).isEqualTo(2);
    assertThat(site.frames()).containsExactly(SITE);
    assertThat(site.comparisons()).isNull();
    assertThat(site.curve()).isEmpty();
  }

  @Test
  void contentsOfSeveralContextsMeetByFingerprint() {
    ProfileBuilder builder = new ProfileBuilder();
    builder
        .context("a.Copy", false, "app.A.a(A.java:1)")
        .contents(64, equal(60))
        .fingerprints("aa");
    builder
        .context("a.Copy", false, "app.B.b(B.java:1)")
        .contents(64, equal(60))
        .fingerprints("aa");
    builder
        .context("a.Mark", false, "app.A.a(A.java:1)")
        .contents(64, equal(60))
        .fingerprints("aa");
    builder
        .context("a.Mark", false, "app.B.b(B.java:1)")
        .contents(64, equal(60))
        .fingerprints("bb");
    Findings findings = Findings.of(builder.build(), Grouping.CLASS);
    for (Finding finding : findings.findings()) {
      boolean same = finding.className().equals("a.Copy");
      assertThat(finding.content().distinct()).isEqualTo(same ? 1 : 2);
      assertThat(finding.content().largestShareByBytes().value())
          .isCloseTo(same ? 1 : 0.5, within(1e-9));
    }
  }

  @Test
  void aContextThatWasNotReadDilutesTheRollUp() {
    ProfileBuilder read = new ProfileBuilder();
    read.context("a.Copy", false, "app.A.a(A.java:1)").contents(64, equal(200));
    double alone =
        Findings.of(read.build(), Grouping.CLASS).findings().get(0).duplicates().byBytes().low();
    // A second context of about as many bytes, of which only allocation is known.
    read.context("a.Copy", false, "app.B.b(B.java:1)").run(200L * 65536, 0);
    Finding both = Findings.of(read.build(), Grouping.CLASS).findings().get(0);
    assertThat(both.contexts()).isEqualTo(2);
    assertThat(both.duplicates().byBytes().low()).isBetween(0.25 * alone, 0.5 * alone);
  }

  @Test
  void fewUnreadContextsCostARollUpLittle() {
    ProfileBuilder read = new ProfileBuilder();
    read.context("a.Copy", false, "app.A.a(A.java:1)").contents(64, equal(200));
    for (int i = 0; i < 6; i++) {
      read.context("a.Copy", false, "app.B.b(B.java:" + i + ")").contents(64, unique(1)).unread();
    }
    Finding site = Findings.of(read.build(), Grouping.CLASS).findings().get(0);
    // 200 of 206 samples are copies.
    assertThat(site.duplicates().byBytes().low()).isBetween(0.85, 200.0 / 206);
  }

  /** Nine tenths of the bytes are read and nine tenths of those one value; the rest is unique. */
  @Test
  void rollUpsWithUnreadContextsKeepTheirLevel() {
    Random random = new Random(31);
    int covered = 0;
    int runs = 1_000;
    for (int run = 0; run < runs; run++) {
      ProfileBuilder builder = new ProfileBuilder();
      int total = poisson(random, 150);
      int[] groups = new int[total];
      int length = 0;
      int lost = 0;
      for (int i = 0; i < total; i++) {
        if (random.nextDouble() < 0.1) {
          lost++;
        } else {
          groups[length++] = random.nextDouble() < 0.9 ? 0 : 1 + i;
        }
      }
      builder
          .context("a.Copy", false, "app.A.a(A.java:1)")
          .contents(64, java.util.Arrays.copyOf(groups, length));
      builder.context("a.Copy", false, "app.B.b(B.java:1)").contents(64, unique(lost)).unread();
      Finding finding = Findings.of(builder.build(), Grouping.CLASS).findings().get(0);
      covered += finding.duplicates().byBytes().low() <= 0.81 ? 1 : 0;
    }
    // One-sided 0.975; the criterion allows for the error of the simulation.
    assertThat(covered).isGreaterThanOrEqualTo(CoverageCriterion.fewestCovered(runs, 0.975));
  }

  private static int poisson(Random random, double mean) {
    return (int) Math.round(mean + Math.sqrt(mean) * random.nextGaussian());
  }

  @Test
  void sitesSkipLibraryFrames() {
    ProfileBuilder builder = new ProfileBuilder();
    builder
        .context("byte[]", false, "java.util.Arrays.copyOf(Arrays.java:1)", SITE)
        .contents(64, equal(10));
    builder
        .context("byte[]", false, "java.lang.String.new(String.java:2)", SITE)
        .contents(64, equal(10));
    builder.context("byte[]", false, "java.lang.Thread.run(Thread.java:3)").contents(64, equal(10));
    Findings findings = Findings.of(builder.build(), Grouping.siteSkipping(Grouping.JDK_PREFIXES));
    assertThat(findings.findings())
        .extracting(finding -> finding.frames().get(0))
        .containsExactlyInAnyOrder(SITE, "java.lang.Thread.run(Thread.java:3)");
  }

  @Test
  void orderIsClaimedOnlyWhereTheIntervalsAreApart() {
    ProfileBuilder builder = new ProfileBuilder();
    builder.context("a.Big", false, SITE).contents(64, equal(400));
    builder.context("a.Equal", false, SITE).contents(64, equal(390));
    builder.context("a.Small", false, SITE).contents(64, equal(40));
    Findings findings = Findings.of(builder.build(), Grouping.CONTEXT);
    assertThat(findings.orderClaimed(0, 1)).isFalse();
    assertThat(findings.orderClaimed(0, 2)).isTrue();
    assertThat(findings.orderClaimed(2, 0)).isFalse();
  }

  @Test
  void anEmptyProfileHasNoFindingsAndNoNumbers() {
    Findings findings = Findings.of(new ProfileBuilder().build(), Grouping.CONTEXT);
    assertThat(findings.findings()).isEmpty();
    assertThat(findings.headline().replicaBytes().low()).isNull();
    assertThat(findings.totals().samples()).isZero();
  }

  private static int[] equal(int count) {
    return new int[count];
  }

  private static int[] unique(int count) {
    return IntStream.range(0, count).toArray();
  }
}
