package org.heaptwin.findings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.Run;
import org.heaptwin.statistics.AllocationTotal;
import org.heaptwin.statistics.ClopperPearson;
import org.heaptwin.statistics.Estimate;
import org.heaptwin.statistics.ReplicaCurve;
import org.heaptwin.statistics.Survival;

/** Puts one unit's estimates into a {@link Finding}; ranks are set when all findings are known. */
final class FindingBuilder {
  private static final double ERROR = 0.025;

  private final Profile profile;
  private final SamplerRule rule;
  private final ComparisonEstimates comparisons;
  private final double allBytesLow;
  private final double allBytesHigh;
  private final long allAccesses;

  FindingBuilder(Profile profile, SamplerRule rule) {
    this.profile = profile;
    this.rule = rule;
    this.comparisons = new ComparisonEstimates(profile);
    WeightedSum all = WeightedSum.bytes(profile, profile.contexts());
    this.allBytesLow = all.low(ERROR / 2);
    this.allBytesHigh = all.high(ERROR / 2);
    this.allAccesses = accesses(profile.contexts());
  }

  Finding build(UnitEstimates estimates, Finding.Decision decision) {
    Unit unit = estimates.unit();
    Estimate duplicates = estimates.duplicates(ERROR);
    Estimate replicas = estimates.replicaBytes(2 * ERROR);
    double seconds = profile.recording().durationSeconds();
    ExactCounts exact = estimates.exact();
    return new Finding(
        0,
        null,
        unit.type().name(),
        unit.frames(),
        unit.contexts().stream().anyMatch(Context::truncated),
        unit.contexts().size(),
        evidence(estimates),
        allocated(estimates),
        replicas,
        seconds > 0 ? replicas.times(1 / seconds) : Estimate.unknown("no time passed"),
        decision,
        duplicates(estimates, duplicates),
        exact == null ? ContentEstimates.of(estimates) : exact.content(),
        comparisons.of(estimates),
        exact == null
            ? curve(estimates.bounds().unitRuns())
            : exact.curve(rule.allocating(unit).length),
        accessed(unit, duplicates),
        survival(unit),
        Arrays.stream(rule.allocating(unit)).mapToObj(rule::name).toList(),
        cautions(estimates),
        exact == null ? null : exact.summary());
  }

  private Finding.Evidence evidence(UnitEstimates estimates) {
    List<Context> contexts = estimates.unit().contexts();
    PooledContent content = estimates.bounds().content();
    ExactCounts exact = estimates.exact();
    return new Finding.Evidence(
        estimates.unit().samples(),
        contexts.stream().mapToLong(context -> context.allocation().burstSamples()).sum(),
        exact == null ? content.inspected() : exact.grouped(),
        exact == null ? content.distinct() : exact.distinct(),
        contexts.stream().mapToLong(context -> context.runs().size()).sum(),
        contexts.stream().mapToLong(Context::runsStarted).sum(),
        contexts.stream().mapToLong(Context::runsDropped).sum(),
        contexts.stream().mapToLong(Context::runsCut).sum(),
        contexts.stream()
            .flatMap(context -> context.runs().stream())
            .mapToInt(Run::length)
            .max()
            .orElse(0),
        runLengths(contexts),
        contexts.stream()
            .mapToLong(context -> context.probed() == null ? 0 : context.probed().registered())
            .sum(),
        rereadings(contexts).mapToLong(Context.Rereading::objects).sum(),
        rereadings(contexts).mapToLong(Context.Rereading::changed).sum());
  }

  private static Stream<Context.Rereading> rereadings(List<Context> contexts) {
    return contexts.stream().map(Context::rereading).filter(Objects::nonNull);
  }

  private static List<Finding.RunLengths> runLengths(List<Context> contexts) {
    Map<Integer, Finding.RunLengths> sums = new TreeMap<>();
    for (Context context : contexts) {
      for (Context.RunLengths runs : context.runLengths()) {
        sums.merge(
            runs.from(),
            new Finding.RunLengths(runs.from(), runs.started(), runs.cut(), runs.dropped()),
            (a, b) ->
                new Finding.RunLengths(
                    a.from(),
                    a.started() + b.started(),
                    a.cut() + b.cut(),
                    a.dropped() + b.dropped()));
      }
    }
    return List.copyOf(sums.values());
  }

  private Finding.Allocated allocated(UnitEstimates estimates) {
    Estimate bytes = estimates.bytes(ERROR);
    double interval = 0;
    for (Context context : estimates.unit().contexts()) {
      interval = Math.max(interval, WeightedSum.interval(profile, context));
    }
    boolean exhaustive = profile.recording().exhaustive();
    return new Finding.Allocated(
        bytes,
        estimates.objects(ERROR),
        shareOfBytes(estimates),
        exhaustive ? null : AllocationTotal.missed(interval, 0.05));
  }

  /** Part over part plus rest, at opposite ends and half the error each. */
  private Estimate shareOfBytes(UnitEstimates estimates) {
    Estimate bytes = estimates.bytes(ERROR / 2);
    double all = profile.contexts().stream().mapToDouble(c -> c.allocation().bytes().total()).sum();
    if (all <= 0) {
      return Estimate.unknown("nothing allocated");
    }
    double value = bytes.value() / all;
    if (bytes.low() == null) {
      return new Estimate(value, null, null, null, bytes.source());
    }
    double low = allBytesHigh <= 0 ? 0 : Math.min(value, bytes.low() / allBytesHigh);
    double high = allBytesLow <= 0 ? 1 : Math.min(1, bytes.high() / allBytesLow);
    return new Estimate(value, low, Math.max(value, high), 1 - 2 * ERROR, bytes.source());
  }

  private static Finding.Duplicates duplicates(UnitEstimates estimates, Estimate byBytes) {
    if (estimates.exact() != null) {
      Estimate unused = Estimate.unknown("not needed where every object is counted");
      return new Finding.Duplicates(
          byBytes, estimates.duplicatesByCount(ERROR), unused, unused, unused, null, unused);
    }
    DuplicateBounds bounds = estimates.bounds();
    boolean content = bounds.content().length() > 1;
    Integer window = bounds.curveWindow();
    double curve = bounds.curve(ERROR);
    return new Finding.Duplicates(
        byBytes,
        estimates.duplicatesByCount(ERROR),
        ofContents(content, bounds.seenMass(ERROR), "seen mass"),
        ofContents(content, bounds.largestGroup(ERROR), "largest group"),
        window != null || curve > 0
            ? Estimate.atLeast(curve, 1 - ERROR, "replica curve")
            : Estimate.unknown("fewer than ten runs"),
        window,
        ofContents(bounds.contentsRead() > 1, bounds.metBefore(ERROR), "contents met before"));
  }

  private static Estimate ofContents(boolean enough, double low, String source) {
    return enough
        ? Estimate.atLeast(low, 1 - ERROR, source)
        : Estimate.unknown("fewer than two contents read");
  }

  private static List<Finding.CurvePoint> curve(UnitRuns runs) {
    if (!runs.whole()) {
      return List.of();
    }
    ReplicaCurve byBytes = runs.curveByBytes();
    ReplicaCurve byCount = runs.curveByCount();
    List<Finding.CurvePoint> points = new ArrayList<>();
    for (int reach : byCount.reaches()) {
      points.add(
          new Finding.CurvePoint(
              reach,
              byCount.windowsFor(reach),
              byCount.share(reach, ERROR, "runs of consecutive objects"),
              byBytes.share(reach, ERROR, "runs of consecutive objects")));
    }
    return points;
  }

  private Finding.Accessed accessed(Unit unit, Estimate duplicates) {
    long samples = accesses(unit.contexts());
    Estimate share =
        ClopperPearson.estimate(
            (double) samples, (double) allAccesses, ERROR, "access samples in known objects");
    boolean known = samples > 0 && share.low() != null && duplicates.low() != null;
    Estimate replicas =
        known
            ? Estimate.atLeast(
                share.low() * duplicates.low(),
                1 - 2 * ERROR,
                "assumes that replicas are accessed as often as the rest")
            : Estimate.unknown("no access sampled, or no contents read");
    return new Finding.Accessed(samples, share, replicas, offsets(unit));
  }

  private static long accesses(List<Context> contexts) {
    return contexts.stream()
        .mapToLong(context -> context.accesses() == null ? 0 : context.accesses().samples())
        .sum();
  }

  private static List<Finding.OffsetCount> offsets(Unit unit) {
    Map<Long, Long> counts = new TreeMap<>();
    for (Context context : unit.contexts()) {
      if (context.accesses() != null) {
        for (long[] pair : context.accesses().offsets()) {
          counts.merge(pair[0], pair[1], Long::sum);
        }
      }
    }
    return counts.entrySet().stream()
        .map(entry -> new Finding.OffsetCount(entry.getKey(), entry.getValue()))
        .sorted((a, b) -> Long.compare(b.count(), a.count()))
        .toList();
  }

  private Estimate survival(Unit unit) {
    long met = 0;
    long survived = 0;
    for (Context context : unit.contexts()) {
      if (context.survival() != null) {
        met += context.survival().met();
        survived += context.survival().survived();
      }
    }
    long epochs = profile.collections() == null ? 0 : profile.collections().count();
    return Survival.fromCounts(survived, met, epochs, ERROR, "sampled objects, by collections");
  }

  private List<String> cautions(UnitEstimates estimates) {
    Unit unit = estimates.unit();
    List<String> cautions = new ArrayList<>();
    if (rule.thin(unit)) {
      cautions.add("allocated only by threads that are thinly sampled: no interval");
    }
    if (rule.flagged(unit)) {
      cautions.add("allocated by a thread whose weighted total departs from the VM's own count");
    }
    if (rule.widened()) {
      cautions.add("totals widened: the sampler of this JDK misjudges mixed object sizes");
    }
    Finding.Evidence evidence = evidence(estimates);
    if (ProbeEffects.rose(profile, unit)) {
      cautions.add(
          "its sampled allocation rate rose once it was probed: the probe may keep objects alive"
              + " that the compiler had removed");
    }
    if (!estimates.bounds().content().probed() && evidence.inspected() < evidence.samples() / 2) {
      cautions.add("fewer than half of the sampled objects were read: shares are of those read");
    }
    if (evidence.runsDropped() > 0) {
      cautions.add("runs that could not be read count as unique");
    }
    if (evidence.changed() > 0 && evidence.runs() > 0) {
      cautions.add(
          "some objects change after they are first read: as many as may have are taken off the"
              + " curve's bound");
    }
    return cautions;
  }
}
