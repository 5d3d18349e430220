package org.heaptwin.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.heaptwin.findings.Finding;
import org.heaptwin.findings.Findings;
import org.heaptwin.profile.Profile;
import org.junit.jupiter.api.Test;

class TextReportTest {

  @Test
  void printsTheGoldenReport() throws IOException {
    assertThat(report(List.of(Examples.replicated(), Examples.unknown(2)), 20))
        .isEqualTo(resource("report.txt"));
  }

  @Test
  void staysWithinHundredColumnsAndPrintsNoControlCharacter() {
    String report = report(List.of(Examples.replicated(), Examples.unknown(2)), 20);

    assertThat(report.lines())
        .allSatisfy(
            line -> assertThat(line.codePointCount(0, line.length())).isLessThanOrEqualTo(100));
    assertThat(report.codePoints().filter(c -> c != '\n'))
        .noneMatch(c -> Character.isISOControl(c) || c == 0x202e || c == 0x2028);
    assertThat(report.replaceAll("\\s+", ""))
        .contains("evil.\\u001b[31mRed\\u000aClass\\u000d\\u202e\\u0007Name\\u2028End");
  }

  @Test
  void neverPrintsTheUnknownAsZero() {
    Profile profile = Examples.profile(Examples.sourcesWithoutContent(), Map.of());
    Findings findings = Examples.findings(List.of(Examples.unknown(1)), Map.of());

    String report = TextReport.write(profile, findings, ReportOptions.DEFAULT);

    String row = report.lines().filter(line -> line.startsWith("  1 ")).findFirst().orElseThrow();
    assertThat(row).contains("–").doesNotContain("0%").doesNotContain("≥0");
    assertThat(report).contains("Replicas      unknown (no content was read)");
    assertThat(report)
        .contains("413 samples, one each unknown to unknown")
        .doesNotContain(" 0 B")
        .doesNotContain(" 0 %");
  }

  @Test
  void roundsLowerEndsDownAndUpperEndsUp() {
    String report = report(List.of(Examples.replicated()), 20);

    assertThat(report).contains("at least 93.7 % (97.5 % sure, replica curve)");
    assertThat(report).contains("33.3 % to 87.4 %, for pairs drawn at random");
    assertThat(report).contains("99%@2k");
  }

  @Test
  void explainsAnEmptyResult() {
    String report =
        TextReport.write(
            Examples.profile(), Examples.findings(List.of(), Map.of()), ReportOptions.DEFAULT);

    assertThat(report.replaceAll("\\s+", " "))
        .contains("No allocation is shown to be replicas, which does not mean that there are none.")
        .contains("No allocation was sampled in 20.0 s.")
        .contains("Record longer (-d), under load, or with a smaller --interval.");
  }

  @Test
  void saysWhyContentEvidenceIsOff() {
    Profile profile = Examples.profile(Examples.sourcesWithoutContent(), Map.of());

    String report =
        TextReport.write(profile, Examples.findings(List.of(), Map.of()), ReportOptions.DEFAULT);

    assertThat(report.replaceAll("\\s+", " "))
        .contains("not read: the collector moves objects at any time (ZGC)")
        .contains("Watchpoints off (perf_event_open was refused (EACCES))");
  }

  @Test
  void namesHowManyFindingsAreNotPrinted() {
    List<Finding> many = Collections.nCopies(5, Examples.replicated());

    assertThat(report(many, 2)).contains("3 more are not printed here (--top).");
  }

  @Test
  void givesNoBoundWhereThetaLiesBelowAlpha() {
    Page page = new Page();

    ComparisonText.write(page, Examples.compared(true));

    assertThat(page.toString()).contains("no bound is given").doesNotContain("OJXPerf");
  }

  @Test
  void takesTheSiteFromTheFirstFrame() {
    assertThat(Frames.site(List.of("a.B.m(B.java:7)", "a.C.n(C.java:8)"))).isEqualTo("B.java:7");
    assertThat(Frames.site(List.of("a.B.m(Native Method)"))).isEqualTo("a.B.m(Native Method)");
    assertThat(Frames.site(List.of())).isEqualTo("–");
  }

  private static String report(List<Finding> findings, int top) {
    Profile profile = Examples.profile();
    return TextReport.write(
        profile, Examples.findings(findings, profile.losses()), new ReportOptions(top));
  }

  private static String resource(String name) throws IOException {
    try (InputStream input =
        Objects.requireNonNull(TextReportTest.class.getResourceAsStream(name))) {
      return new String(input.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
