package org.heaptwin.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
  void largeObjectsUnderG1WidenTheIntervalsOfOldJdks() {
    Finding plain = widest("17.0.15+6", "Serial");
    Finding widened = widest("17.0.15+6", "G1");
    Finding reworked = widest("25.0.1", "G1");
    assertThat(widened.allocated().bytes().low())
        .isCloseTo(plain.allocated().bytes().low() / 1.01, within(1e-3));
    assertThat(widened.allocated().bytes().high())
        .isCloseTo(plain.allocated().bytes().high() / 0.97, within(1e-3));
    assertThat(widened.replicaBytes().low()).isLessThan(plain.replicaBytes().low());
    assertThat(reworked.allocated().bytes()).isEqualTo(plain.allocated().bytes());
  }

  private static Finding widest(String version, String collector) {
    ProfileBuilder builder = new ProfileBuilder();
    builder.javaVersion = version;
    builder.collector = collector;
    builder.context("byte[]", false, SITE).contents(1 << 20, new int[50]);
    return Findings.of(builder.build(), Grouping.CONTEXT).findings().get(0);
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
