package org.heaptwin.bench.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.bench.truth.ReuseDistanceProgram;
import org.heaptwin.findings.Finding;
import org.junit.jupiter.api.Test;

/**
 * The curve says how far apart copies lie: a hundred objects with the default runs, three thousand
 * with long ones.
 */
class LadderIT {
  private static final String CASES = "org.heaptwin.bench.truth.AllocationCases.";

  @Test
  void defaultRunsSeeADistanceOfAHundred() throws Exception {
    // Where objects are dear, most bursts are shorter than 256: ten runs take half a minute.
    RecordedRun run = record(40, 111);
    Finding near = finding(run, "everyHundred");
    assertThat(point(near, 64).byCount().value()).isZero();
    assertThat(point(near, 64).byCount().high()).isLessThan(0.5);
    assertThat(point(near, 128).byCount().value()).isEqualTo(1);
    assertThat(point(near, 128).byCount().low()).isGreaterThan(0.5);
    assertThat(near.duplicates().curveWindow()).isGreaterThanOrEqualTo(128);
    assertThat(near.duplicates().curve().low()).isGreaterThan(0.5);

    Finding far = finding(run, "everyThreeThousand");
    assertThat(far.curve()).isNotEmpty().allMatch(point -> point.byCount().value() == 0);
    assertThat(far.evidence().longestRun()).isLessThan(2 * 3_000);
  }

  @Test
  void longRunsSeeADistanceOfThreeThousand() throws Exception {
    RecordedRun run = record(50, 112, "--windows", "long");
    Finding far = finding(run, "everyThreeThousand");
    assertThat(far.evidence().longestRun()).isGreaterThanOrEqualTo(8_192);
    assertThat(point(far, 2_048).byCount().value()).isZero();
    assertThat(point(far, 4_096).byCount().value()).isEqualTo(1);
    assertThat(point(far, 4_096).runs()).isGreaterThanOrEqualTo(5);
    assertThat(point(far, 4_096).byCount().low()).isGreaterThan(0.4);
  }

  private static RecordedRun record(double seconds, long seed, String... options) throws Exception {
    HeaptwinCommand heaptwin = HeaptwinCommand.ofWorkingCopy();
    Path directory = heaptwin.root().resolve("build/bench/ladder-it/" + seed);
    Jdk jdk = Jdk.installed().getOrDefault(17, Jdk.running());
    return RecordedRun.of(
        ReuseDistanceProgram.class,
        new Configuration(jdk, "G1", 1, seed),
        seconds,
        directory,
        heaptwin,
        options);
  }

  private static Finding finding(RecordedRun run, String method) {
    return run.findings().findings().stream()
        .filter(finding -> finding.frames().get(0).startsWith(CASES + method + "("))
        .findFirst()
        .orElseThrow();
  }

  private static Finding.CurvePoint point(Finding finding, int window) {
    return finding.curve().stream()
        .filter(point -> point.window() == window)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no W = " + window + " in " + finding.curve()));
  }
}
