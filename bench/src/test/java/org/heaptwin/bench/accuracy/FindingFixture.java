package org.heaptwin.bench.accuracy;

import java.util.List;
import org.heaptwin.findings.Finding;
import org.heaptwin.profile.Profile;
import org.heaptwin.statistics.Estimate;

/** Findings of which only what is judged is set. */
final class FindingFixture {
  private static final Estimate UNKNOWN = Estimate.unknown("not set");

  private FindingFixture() {}

  static Finding of(
      String className, String frame, Finding.Decision decision, double share, double bytes) {
    return of(className, frame, decision, share, bytes, null, UNKNOWN, List.of());
  }

  static Finding of(
      String className,
      String frame,
      Finding.Decision decision,
      double share,
      double bytes,
      Integer window,
      Estimate curve,
      List<Finding.CurvePoint> points) {
    Estimate total = new Estimate(bytes, bytes / 2, bytes * 2, 0.95, "");
    return new Finding(
        1,
        null,
        className,
        List.of(frame),
        false,
        1,
        new Finding.Evidence(10, 0, 10, 5, 3, 3, 0, 0, 64, List.of(), 0, 0, 0),
        new Finding.Allocated(total, total, UNKNOWN, null),
        Estimate.atLeast(share * bytes / 2, 0.95, ""),
        UNKNOWN,
        decision,
        new Finding.Duplicates(
            Estimate.atLeast(share, 0.975, ""), UNKNOWN, UNKNOWN, UNKNOWN, curve, window, UNKNOWN),
        null,
        null,
        points,
        new Finding.Accessed(0, UNKNOWN, UNKNOWN, List.of()),
        UNKNOWN,
        List.of("main"),
        List.of(),
        null);
  }

  static SampledRun run(String program) {
    Profile profile = null;
    return new SampledRun(program, 17, 20, 1, profile);
  }
}
