package org.heaptwin.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.heaptwin.profile.Profile;
import org.heaptwin.statistics.Estimate;
import org.heaptwin.statistics.ReplicatedDecision;

/** From a profile to ranked findings: the family, the decisions, the ranks and the headline. */
final class FindingsBuilder {
  private static final double ERROR = 0.025;

  private final Profile profile;
  private final Grouping grouping;
  private final SamplerRule rule;
  private final List<UnitEstimates> units;
  private final List<Integer> family;

  FindingsBuilder(Profile profile, Grouping grouping) {
    this.profile = profile;
    this.grouping = grouping;
    this.rule = new SamplerRule(profile);
    this.units =
        Unit.of(profile, grouping).stream()
            .map(unit -> new UnitEstimates(profile, rule, unit))
            .toList();
    this.family =
        ReplicatedDecision.family(
            units.stream()
                .map(
                    unit ->
                        new ReplicatedDecision.Candidate(
                            unit.bounds().bytes().total(), unit.contentsRead()))
                .toList());
  }

  Findings build() {
    List<Finding> findings = ranked(unranked());
    List<Integer> byAccesses =
        IntStream.range(0, findings.size())
            .boxed()
            .filter(i -> findings.get(i).accessRank() != null)
            .sorted(Comparator.comparingInt(i -> findings.get(i).accessRank()))
            .toList();
    return new Findings(
        grouping,
        headline(
            count(findings, Finding.Decision.REPLICATED), count(findings, Finding.Decision.LIKELY)),
        totals(),
        family.size(),
        findings,
        byAccesses,
        rule.threads(),
        profile.losses(),
        cautions());
  }

  private List<Finding> unranked() {
    FindingBuilder builder = new FindingBuilder(profile, rule);
    Map<Integer, Finding.Decision> decisions = decisions();
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < units.size(); i++) {
      findings.add(
          builder.build(units.get(i), decisions.getOrDefault(i, Finding.Decision.NOT_TESTED)));
    }
    return findings;
  }

  /** Of the family's members. */
  private Map<Integer, Finding.Decision> decisions() {
    Map<Double, Set<Integer>> tested = new HashMap<>();
    DoubleFunction<Set<Integer>> passing = error -> tested.computeIfAbsent(error, this::passing);
    double shown = ReplicatedDecision.error(family.size());
    double likely =
        ReplicatedDecision.likelyError(family.size(), error -> passing.apply(error).size());
    Map<Integer, Finding.Decision> decisions = new HashMap<>();
    family.forEach(index -> decisions.put(index, Finding.Decision.NOT_SHOWN));
    passing.apply(likely).forEach(index -> decisions.put(index, Finding.Decision.LIKELY));
    passing.apply(shown).forEach(index -> decisions.put(index, Finding.Decision.REPLICATED));
    return decisions;
  }

  /**
   * Members of the family whose duplicate share exceeds the floor at one-sided error {@code error}.
   */
  private Set<Integer> passing(double error) {
    return family.stream()
        .filter(
            index -> {
              Double low = units.get(index).duplicates(error).low();
              return low != null && ReplicatedDecision.exceedsFloor(low);
            })
        .collect(Collectors.toSet());
  }

  private static int count(List<Finding> findings, Finding.Decision decision) {
    return (int) findings.stream().filter(finding -> finding.decision() == decision).count();
  }

  /** By replica bytes, then by what a finding could still hold: its allocated bytes. */
  private static List<Finding> ranked(List<Finding> findings) {
    List<Finding> order = new ArrayList<>(findings);
    order.sort(
        Comparator.comparingDouble((Finding f) -> -orZero(f.replicaBytes().low()))
            .thenComparingDouble(f -> -orZero(f.allocated().bytes().value())));
    List<Finding> byAccesses =
        order.stream()
            .filter(f -> f.accessed().samples() > 0)
            .sorted(
                Comparator.comparingDouble((Finding f) -> -orZero(f.accessed().toReplicas().low()))
                    .thenComparingLong(f -> -f.accessed().samples()))
            .toList();
    List<Finding> ranked = new ArrayList<>();
    for (int i = 0; i < order.size(); i++) {
      int place = identityIndex(byAccesses, order.get(i));
      ranked.add(order.get(i).withRanks(i + 1, place < 0 ? null : Integer.valueOf(place + 1)));
    }
    return ranked;
  }

  /** Findings of equal parts are still different findings. */
  @SuppressWarnings("ReferenceEquality")
  private static int identityIndex(List<Finding> findings, Finding one) {
    for (int i = 0; i < findings.size(); i++) {
      if (findings.get(i) == one) {
        return i;
      }
    }
    return -1;
  }

  private static double orZero(Double number) {
    return number == null ? 0 : number;
  }

  /**
   * Sum over the family of replica-bytes ends, their errors adding up to 0.025, and the upper end
   * of all bytes at 0.025: everything in the headline holds jointly at 95 %. Findings outside the
   * family contribute nothing.
   */
  private Findings.Headline headline(int replicated, int likely) {
    String source = "sum of the findings' lower ends, held jointly";
    double sum = 0;
    boolean known = false;
    boolean counted = !units.isEmpty();
    boolean exact = counted;
    for (UnitEstimates unit : units) {
      counted &= unit.exact() != null;
      exact &= unit.exact() != null && unit.replicaBytes(ERROR).value() != null;
    }
    for (int index : counted ? IntStream.range(0, units.size()).toArray() : asArray(family)) {
      Estimate replicas = units.get(index).replicaBytes(ERROR / Math.max(1, family.size()));
      known |= replicas.low() != null;
      sum += orZero(replicas.low());
    }
    if (!known) {
      Estimate unknown = Estimate.unknown("no contents read");
      return new Findings.Headline(unknown, unknown, unknown, replicated, likely);
    }
    Estimate replicas =
        counted
            ? (exact
                ? Estimate.exact(sum, "every object counted")
                : Estimate.atLeast(sum, 1, "every object counted"))
            : Estimate.atLeast(sum, 1 - 2 * ERROR, source);
    Double most = totalBytes().high();
    double seconds = profile.recording().durationSeconds();
    return new Findings.Headline(
        replicas,
        seconds > 0 ? replicas.times(1 / seconds) : Estimate.unknown("no time passed"),
        most != null && most > 0 ? replicas.times(1 / most) : Estimate.unknown("nothing allocated"),
        replicated,
        likely);
  }

  private static int[] asArray(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  private Estimate totalBytes() {
    return rule.departuresOfAllSizes()
        .widen(WeightedSum.bytes(profile, profile.contexts()).estimate(ERROR));
  }

  private Findings.Totals totals() {
    return new Findings.Totals(
        totalBytes(),
        rule.departures(profile.contexts())
            .widen(WeightedSum.objects(profile, profile.contexts()).estimate(ERROR)),
        profile.contexts().stream().mapToLong(context -> context.allocation().samples()).sum(),
        profile.contexts().size(),
        profile.recording().durationSeconds(),
        rule.thinBytes());
  }

  private List<String> cautions() {
    List<String> cautions = new ArrayList<>();
    long flagged = rule.threads().stream().filter(Findings.ThreadFinding::flagged).count();
    if (flagged > 0) {
      cautions.add(
          flagged
              + " threads have weighted totals that depart from the VM's own counts by over 10 %");
    }
    if (rule.widened()) {
      cautions.add(
          "this JDK's sampler misjudges mixed object sizes: intervals of totals are widened by what"
              + " was measured on one such mix");
    }
    if (profile.sources() != null
        && profile.sources().content() != null
        && Boolean.FALSE.equals(profile.sources().content().available())) {
      cautions.add("contents were not read: " + profile.sources().content().reason());
    }
    return cautions;
  }
}
