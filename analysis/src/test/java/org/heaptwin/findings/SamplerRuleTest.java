package org.heaptwin.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.heaptwin.statistics.Estimate;
import org.junit.jupiter.api.Test;

class SamplerRuleTest {
  private static final String SITE = "app.Main.load(Main.java:10)";

  @Test
  void inflationIsTheWeightedTotalOverTheCount() {
    Findings findings = Findings.of(profile("25.0.1", 1.0).build(), Grouping.CONTEXT);
    Findings.ThreadFinding main = findings.threads().get(0);
    assertThat(main.inflation().value()).isCloseTo(1, within(0.01));
    assertThat(main.inflation().low()).isLessThan(1.0);
    assertThat(main.flagged()).isFalse();
  }

  @Test
  void departuresAreFlaggedBeforeJdk25Only() {
    Findings old = Findings.of(profile("17.0.15+6", 0.5).build(), Grouping.CONTEXT);
    assertThat(old.threads().get(0).flagged()).isTrue();
    assertThat(old.findings().get(0).cautions()).anyMatch(c -> c.contains("departs"));
    Findings reworked = Findings.of(profile("25.0.1", 0.5).build(), Grouping.CONTEXT);
    assertThat(reworked.threads().get(0).inflation().value()).isCloseTo(2, within(0.02));
    assertThat(reworked.threads().get(0).flagged()).isFalse();
  }

  @Test
  void thinlySampledThreadsGiveNoInterval() {
    ProfileBuilder builder = new ProfileBuilder();
    builder.allocatedByMain = 100_000L;
    builder.context("a.C", false, SITE).contents(64, 0, 0);
    Findings findings = Findings.of(builder.build(), Grouping.CONTEXT);
    assertThat(findings.threads().get(0).thinlySampled()).isTrue();
    assertThat(findings.totals().thinlySampledBytes()).isEqualTo(100_000);
    Finding finding = findings.findings().get(0);
    assertThat(finding.allocated().bytes().value()).isPositive();
    assertThat(finding.allocated().bytes().low()).isNull();
    assertThat(finding.replicaBytes().low()).isNull();
  }

  @Test
  void largeObjectsWidenTheIntervalsOfOldJdksWhateverTheCollector() {
    for (String collector : new String[] {"Serial", "Parallel", "G1"}) {
      Estimate plain = bytes("25.0.1", collector, 64, 1 << 20);
      Estimate widened = bytes("17.0.15+6", collector, 64, 1 << 20);
      assertThat(widened.value()).isEqualTo(plain.value());
      assertThat(widened.low()).isCloseTo(plain.low() / 1.7, within(1e-3));
      assertThat(widened.high()).isCloseTo(plain.high() / 0.9, within(1e-3));
    }
  }

  @Test
  void largeObjectsThemselvesAreSampledTooRarely() {
    Estimate plain = bytes("25.0.1", "G1", 1 << 16, 1 << 16);
    Estimate widened = bytes("17.0.15+6", "G1", 1 << 16, 1 << 16);
    assertThat(widened.low()).isCloseTo(plain.low() / 1.05, within(1e-3));
    assertThat(widened.high()).isCloseTo(plain.high() / 0.7, within(1e-3));
  }

  @Test
  void smallObjectsAloneAreNotWidened() {
    assertThat(bytes("17.0.15+6", "Serial", 64, 1 << 10))
        .isEqualTo(bytes("25.0.1", "Serial", 64, 1 << 10));
  }

  @Test
  void threadsAndTheWholeAreWidenedLessThanContexts() {
    Findings plain =
        Findings.of(besideLarge("25.0.1", "G1", 64, 1 << 20).build(), Grouping.CONTEXT);
    Findings widened =
        Findings.of(besideLarge("17.0.15+6", "G1", 64, 1 << 20).build(), Grouping.CONTEXT);
    assertThat(widened.totals().bytes().low())
        .isCloseTo(plain.totals().bytes().low() / 1.05, within(1e-3));
    assertThat(widened.threads().get(0).inflation().high())
        .isCloseTo(plain.threads().get(0).inflation().high() / 0.95, within(1e-9));
  }

  /** Allocated bytes of a context of objects of one size, beside one of another. */
  private static Estimate bytes(String version, String collector, int size, int beside) {
    return Findings.of(besideLarge(version, collector, size, beside).build(), Grouping.CONTEXT)
        .findings()
        .stream()
        .filter(finding -> finding.className().equals("a.C"))
        .findFirst()
        .orElseThrow()
        .allocated()
        .bytes();
  }

  private static ProfileBuilder besideLarge(
      String version, String collector, int size, int beside) {
    ProfileBuilder builder = new ProfileBuilder();
    builder.javaVersion = version;
    builder.collector = collector;
    builder.allocatedByMain = 56_000_000L;
    builder.context("a.C", false, SITE).contents(size, new int[50]);
    builder.context("byte[]", false, SITE).contents(beside, new int[50]);
    return builder;
  }

  private static ProfileBuilder profile(String version, double factor) {
    ProfileBuilder builder = new ProfileBuilder();
    builder.javaVersion = version;
    builder.context("a.C", false, SITE).contents(64, new int[1000]);
    // A 64-byte sample stands for the interval plus half its size.
    builder.allocatedByMain = Math.round(1000 * (ProfileBuilder.INTERVAL + 32) * factor);
    return builder;
  }
}
