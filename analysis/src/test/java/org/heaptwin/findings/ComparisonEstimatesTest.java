package org.heaptwin.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.heaptwin.profile.Comparisons;
import org.heaptwin.statistics.ClopperPearson;
import org.junit.jupiter.api.Test;

class ComparisonEstimatesTest {
  private static final String SITE = "app.Main.load(Main.java:10)";

  @Test
  void knownPairsGiveIdentityDirectly() {
    Finding.Compared compared = compare(false, pairs(40, 0, 10, 50, 0, 0, 0));
    assertThat(compared.theta().value()).isCloseTo(0.5, within(1e-12));
    assertThat(compared.alpha().value()).isCloseTo(10.0 / 60, within(1e-12));
    assertThat(compared.identity().value()).isCloseTo(0.4, within(1e-12));
    assertThat(compared.identity().low())
        .isCloseTo(ClopperPearson.low(40, 100, 0.025), within(1e-9));
    assertThat(compared.paperLower()).isLessThan(compared.largestShare().low());
    assertThat(compared.paperUpper()).isGreaterThanOrEqualTo(compared.largestShare().high());
    assertThat(compared.target()).isEqualTo("recording");
    assertThat(compared.assumption()).isNull();
  }

  @Test
  void pairsOfDifferentSizeAreMismatches() {
    Finding.Compared compared = compare(false, pairs(20, 0, 10, 20, 0, 0, 50));
    assertThat(compared.pairs()).isEqualTo(100);
    assertThat(compared.theta().value()).isCloseTo(0.3, within(1e-12));
    assertThat(compared.alpha().value()).isCloseTo(10.0 / 80, within(1e-12));
    assertThat(compared.identity().value()).isCloseTo(0.2, within(1e-12));
  }

  @Test
  void referencesBoundTheMeanOverEpochs() {
    assertThat(compare(true, pairs(40, 0, 10, 50, 0, 0, 0)).target()).contains("mean over epochs");
  }

  @Test
  void aBorrowedAlphaIsNamed() {
    ProfileBuilder builder = new ProfileBuilder();
    builder
        .context("a.C", false, SITE, "x")
        .contents(64, unique())
        .comparisons(pairs(0, 0, 0, 0, 90, 10, 0));
    builder
        .context("a.C", false, SITE, "y")
        .contents(64, unique())
        .comparisons(pairs(0, 0, 20, 80, 0, 0, 0));
    Finding.Compared compared =
        Findings.of(builder.build(), Grouping.CONTEXT).findings().get(0).comparisons();
    assertThat(compared.assumption()).isEqualTo("assumes alpha of the class's other contexts");
    assertThat(compared.identity().value()).isCloseTo((0.9 - 0.2) / 0.8, within(1e-12));
  }

  @Test
  void withoutAnyAlphaThereIsNoBound() {
    Finding.Compared compared = compare(false, pairs(0, 0, 0, 0, 90, 10, 0));
    assertThat(compared.identity().low()).isNull();
    assertThat(compared.paperLower()).isNull();
    assertThat(compared.disagree()).isFalse();
  }

  @Test
  void disagreementGivesNoBound() {
    ProfileBuilder builder = new ProfileBuilder();
    builder
        .context("a.C", false, SITE, "x")
        .contents(64, unique())
        .comparisons(pairs(0, 0, 0, 0, 5, 95, 0));
    builder
        .context("a.C", false, SITE, "y")
        .contents(64, unique())
        .comparisons(pairs(0, 0, 80, 20, 0, 0, 0));
    Finding.Compared compared =
        Findings.of(builder.build(), Grouping.CONTEXT).findings().get(0).comparisons();
    assertThat(compared.disagree()).isTrue();
    assertThat(compared.largestShare().low()).isNull();
  }

  private static Finding.Compared compare(boolean references, Comparisons pairs) {
    ProfileBuilder builder = new ProfileBuilder();
    builder.context("a.C", references, SITE).contents(64, unique()).comparisons(pairs);
    return Findings.of(builder.build(), Grouping.CONTEXT).findings().get(0).comparisons();
  }

  private static int[] unique() {
    return IntStream.range(0, 50).toArray();
  }

  private static Comparisons pairs(
      long identicalMatch,
      long identicalMismatch,
      long differentMatch,
      long differentMismatch,
      long unknownMatch,
      long unknownMismatch,
      long differentSize) {
    return new Comparisons(
        new Comparisons.Outcome(identicalMatch, identicalMismatch),
        new Comparisons.Outcome(differentMatch, differentMismatch),
        new Comparisons.Outcome(unknownMatch, unknownMismatch),
        differentSize,
        null);
  }
}
