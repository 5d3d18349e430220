package org.heaptwin.report;

import java.util.List;
import java.util.Map;
import org.heaptwin.findings.Finding;
import org.heaptwin.findings.Findings;
import org.heaptwin.findings.Grouping;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.Sources;
import org.heaptwin.profile.Target;
import org.heaptwin.statistics.Estimate;

/**
 * Profiles and findings with numbers chosen by hand, so that the reports are checked against
 * something they did not compute.
 */
final class Examples {
  static final String HOSTILE = "evil.\u001b[31mRed\nClass\r\u202e\u0007Name\u2028End";

  private Examples() {}

  static Profile profile(Sources sources, Map<String, Long> losses) {
    return new Profile(
        "heaptwin-profile/1",
        new Profile.Agent("0.1.0"),
        new Target(
            4711,
            "17.0.15+6",
            "OpenJDK 64-Bit Server VM",
            "org.example.Shop --port 80",
            "G1",
            true,
            true,
            false,
            8,
            2),
        new Profile.Recording(1790000000000L, 20_000_000_000L, "deadline", false),
        sources,
        losses,
        new Profile.Collections(41, 2),
        new Profile.Cost(
            new Profile.Spent(9_000, 90_000_000L),
            new Profile.Spent(38_000, 150_000_000L),
            null,
            null,
            60_000_000L),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  static Profile profile() {
    return profile(
        sources(),
        Map.of("slot replaced", 1200L, "stale epoch", 17L, "ring full", 0L, "a new cause", 1L));
  }

  static Sources sources() {
    return new Sources(
        new Sources.AllocationSource(
            "jvmti-sampling",
            16384L,
            524288L,
            65536L,
            19L,
            38000L,
            7L,
            57000L,
            List.of(
                new Sources.LadderStep(512L, false, 36L, 18432L),
                new Sources.LadderStep(4096L, false, 4L, 16384L),
                new Sources.LadderStep(8448L, true, 2L, 16896L))),
        new Sources.AccessSource(
            "clock",
            "perf task-clock, operand at the interrupted ip",
            "slow accesses are seen too often",
            null,
            5_000_000L,
            4000L,
            1400L,
            90L),
        new Sources.WatchpointSource("sigtrap", null, 4, 4000L, 3100L, 28.4, 12_000_000L),
        new Sources.ContentSource(
            true, null, 40L, 22000L, new Sources.Pause(9_000_000L, 700_000L, 1_000_000L), 3000L),
        null);
  }

  static Sources sourcesWithoutContent() {
    return new Sources(
        new Sources.AllocationSource(
            "jvmti-sampling", null, null, 65536L, null, null, null, null, null),
        new Sources.AccessSource(
            "off", null, null, "perf_event_open was refused (EACCES)", null, null, null, null),
        new Sources.WatchpointSource(
            "off", "perf_event_open was refused (EACCES)", null, null, null, null, null),
        new Sources.ContentSource(
            false, "the collector moves objects at any time (ZGC)", null, null, null, null),
        null);
  }

  /** Everything known. */
  static Finding replicated() {
    return new Finding(
        1,
        1,
        "org.example.catalogue.internal.PriceTag$Currency",
        List.of(
            "org.example.catalogue.Reader.read(Reader.java:88)",
            "org.example.Shop.main(Shop.java:12)"),
        false,
        1,
        new Finding.Evidence(
            412,
            1800,
            400,
            12,
            30,
            33,
            1,
            2,
            4400,
            List.of(
                new Finding.RunLengths(4, 3, 0, 1),
                new Finding.RunLengths(16, 20, 1, 0),
                new Finding.RunLengths(64, 8, 0, 0),
                new Finding.RunLengths(4096, 2, 1, 0)),
            0,
            9,
            1),
        new Finding.Allocated(
            new Estimate(
                13_300_000.0, 12_900_000.0, 13_800_000.0, 0.95, "weighted allocation samples"),
            new Estimate(412_345.0, 400_001.0, 430_000.0, 0.95, "weighted allocation samples"),
            new Estimate(0.0812, 0.0771, 0.0859, 0.95, "weighted allocation samples"),
            196_328.0),
        Estimate.atLeast(
            12_100_000, 0.95, "lower end of bytes times lower end of the duplicate share"),
        Estimate.atLeast(
            605_000, 0.95, "lower end of bytes times lower end of the duplicate share"),
        Finding.Decision.REPLICATED,
        new Finding.Duplicates(
            Estimate.atLeast(0.93799, 0.975, "replica curve"),
            Estimate.atLeast(0.92, 0.975, "replica curve"),
            Estimate.atLeast(0.5, 0.975, "seen mass"),
            Estimate.atLeast(0.03, 0.975, "largest group"),
            Estimate.atLeast(0.93799, 0.975, "replica curve"),
            2048,
            Estimate.atLeast(0.4, 0.975, "contents met again in runs")),
        new Finding.Content(
            0,
            true,
            400,
            12,
            Estimate.unknown("not computed"),
            new Estimate(0.0412, 0.0301, 0.0588, 0.95, "contents of sampled objects"),
            new Estimate(0.05, 0.03, 0.06, 0.95, "contents of sampled objects"),
            new Estimate(0.3349, 0.29, 0.38, 0.95, "contents of sampled objects"),
            Estimate.unknown("pooled"),
            Estimate.unknown("pooled")),
        compared(false),
        List.of(
            new Finding.CurvePoint(1, 30, share(0.881, 0.86, 0.9), share(0.881, 0.8599, 0.9)),
            new Finding.CurvePoint(2048, 30, share(0.9996, 0.9, 1.0), share(0.9996, 0.94, 1.0))),
        new Finding.Accessed(
            31,
            share(0.333, 0.238, 0.44),
            Estimate.atLeast(0.22, 0.95, "product"),
            List.of(new Finding.OffsetCount(12, 20), new Finding.OffsetCount(16, 11))),
        share(0.067, 0.012, 0.191),
        List.of("main", "pool-1-thread-1"),
        List.of("runs that could not be read count as unique"),
        null);
  }

  static Finding.Compared compared(boolean disagree) {
    return new Finding.Compared(
        124,
        94,
        80,
        38,
        6,
        share(0.758, 0.672, 0.831),
        share(0.263, 0.134, 0.432),
        share(0.679, 0.586, 0.762),
        new Estimate(null, 0.586, 0.873, 0.95, "pairs"),
        0.333,
        0.8734,
        "the recording",
        null,
        disagree);
  }

  /** As little known as there can be, under names meant to do harm. */
  static Finding unknown(int rank) {
    Estimate nothing = Estimate.unknown("no content was read");
    return new Finding(
        rank,
        null,
        HOSTILE,
        List.of("x.\u001b]0;title\u0007.m(" + "Very".repeat(60) + ".java:1)"),
        true,
        1,
        new Finding.Evidence(1, 0, 0, 0, 0, 0, 0, 0, 0, List.of(), 0, 0, 0),
        new Finding.Allocated(nothing, nothing, nothing, null),
        nothing,
        nothing,
        Finding.Decision.NOT_TESTED,
        new Finding.Duplicates(nothing, nothing, nothing, nothing, nothing, null, nothing),
        null,
        null,
        List.of(),
        new Finding.Accessed(0, nothing, nothing, List.of()),
        nothing,
        List.of("\u001bthread"),
        List.of(),
        null);
  }

  static Findings findings(List<Finding> findings, Map<String, Long> losses) {
    boolean any = !findings.isEmpty();
    Estimate nothing = Estimate.unknown("no sample");
    return new Findings(
        Grouping.CONTEXT,
        new Findings.Headline(
            any ? Estimate.atLeast(12_100_000, 0.95, "sum") : nothing,
            any ? Estimate.atLeast(605_000, 0.95, "sum") : nothing,
            any ? Estimate.atLeast(0.0739, 0.95, "sum") : nothing,
            any ? 1 : 0,
            0),
        new Findings.Totals(
            any
                ? new Estimate(
                    163_800_000.0,
                    160_000_000.0,
                    168_000_000.0,
                    0.95,
                    "weighted allocation samples")
                : nothing,
            nothing,
            any ? 413 : 0,
            findings.size(),
            20.0,
            null),
        findings.size(),
        findings,
        any ? List.of(0) : List.of(),
        any
            ? List.of(
                new Findings.ThreadFinding(1, "main", Estimate.exact(1.3, "counts"), true, false))
            : List.of(),
        losses,
        List.of());
  }

  private static Estimate share(double value, double low, double high) {
    return new Estimate(value, low, high, 0.95, "test");
  }
}
