package org.heaptwin.bench.coverage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.heaptwin.bench.truth.TruthReport;
import org.heaptwin.findings.Finding;
import org.heaptwin.findings.Findings;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Profile;
import org.heaptwin.statistics.Estimate;

/** Compares one run's totals by thread and by context, and its events, with the exact counts. */
final class TotalsJudge {
  /**
   * Bytes that a thread may allocate outside the stretch that the program counts: its stack of
   * first calls, parking, and what it reads its own count with.
   */
  private static final double UNCOUNTED = 256 << 10;

  private final TotalsRun run;
  private final Verdict verdict = new Verdict(new ArrayList<>(), new ArrayList<>());

  private TotalsJudge(TotalsRun run) {
    this.run = run;
  }

  /**
   * One quantity against the truth.
   *
   * @param judgement the printed interval; its ends and the truth in bytes
   * @param ratio estimate over truth
   * @param events sampled events and what the sampler's rule expects, null where the rule does not
   *     say: when the interval is adaptive, and for threads
   */
  record Total(Judgement judgement, double ratio, Events events) {}

  /** Events under a positive interval, with their expectation and variance by the rule. */
  record Events(double observed, double expected, double variance) {}

  /**
   * What came out of one run.
   *
   * @param contradictions what is wrong whatever the level of the intervals
   */
  record Verdict(List<Total> totals, List<String> contradictions) {}

  static Verdict judge(TotalsRun run) {
    TotalsJudge judge = new TotalsJudge(run);
    run.truth().threads().forEach(judge::thread);
    run.truth().contexts().forEach(judge::context);
    return judge.verdict;
  }

  private void thread(TruthReport.ThreadTotal truth) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < run.profile().threads().size(); i++) {
      if (truth.name().equals(run.profile().threads().get(i).name())) {
        found.add(i);
      }
    }
    if (found.size() != 1) {
      contradict(truth.name() + " appears as " + found.size() + " threads instead of one");
      return;
    }
    Profile.ThreadTotals counted = run.profile().threads().get(found.get(0));
    Findings.ThreadFinding finding = run.findings().threads().get(found.get(0));
    checkCount(truth, counted);
    if (counted.allocatedBytes() == null) {
      return;
    }
    Estimate bytes = finding.inflation().times(counted.allocatedBytes());
    Estimate printed = finding.thinlySampled() ? null : bytes;
    add("thread", truth.name(), printed, (double) truth.allocatedBytes(), bytes.value(), null);
  }

  private void checkCount(TruthReport.ThreadTotal truth, Profile.ThreadTotals counted) {
    Long allocated = counted.allocatedBytes();
    if (allocated == null || Math.abs(allocated - truth.allocatedBytes()) > UNCOUNTED) {
      contradict(
          truth.name()
              + ": the profile counts "
              + allocated
              + " allocated bytes, the VM "
              + truth.allocatedBytes());
    }
    if (Math.abs(truth.bytes() - truth.allocatedBytes()) > UNCOUNTED) {
      contradict(
          truth.name()
              + ": the program counts "
              + truth.bytes()
              + " bytes, the VM "
              + truth.allocatedBytes());
    }
  }

  private void context(TruthReport.Context truth) {
    List<Finding> found =
        run.findings().findings().stream()
            .filter(finding -> !finding.frames().isEmpty())
            .filter(finding -> finding.frames().get(0).startsWith(truth.method() + "("))
            .toList();
    if (found.size() > 1) {
      contradict(truth.method() + " appears as " + found.size() + " contexts instead of one");
      return;
    }
    Estimate bytes = found.isEmpty() ? null : found.get(0).allocated().bytes();
    Double value = bytes == null ? null : bytes.value();
    String name = truth.method().substring(truth.method().lastIndexOf('.') + 1);
    add("context", name, bytes, (double) truth.bytes(), value == null ? 0 : value, events(truth));
  }

  /**
   * Objects seen in bursts were not exposed to the interval; all others were, each with probability
   * 1 - exp(-size / interval).
   */
  private Events events(TruthReport.Context truth) {
    Long interval = run.configuration().intervalBytes();
    if (interval == null) {
      return null;
    }
    double observed = 0;
    double exposed = (double) truth.objects();
    for (Context context : run.profile().contexts()) {
      if (topFrame(context).startsWith(truth.method() + "(")) {
        observed += context.allocation().samples();
        exposed -= context.allocation().burstSamples();
      }
    }
    double expected = 0;
    double variance = 0;
    for (Map.Entry<Integer, Double> size : truth.sizeShares().entrySet()) {
      double included = -Math.expm1(-size.getKey() / (double) interval);
      expected += exposed * size.getValue() * included;
      variance += exposed * size.getValue() * included * (1 - included);
    }
    return new Events(observed, expected, variance);
  }

  private String topFrame(Context context) {
    return context.frames().length == 0 ? "" : run.profile().frames().get(context.frames()[0]);
  }

  private void add(
      String kind, String name, Estimate printed, double truth, double value, Events events) {
    Judgement judgement = Judgement.of(kind, name, run.configuration().toString(), printed, truth);
    verdict.totals().add(new Total(judgement, value / truth, events));
  }

  private void contradict(String what) {
    verdict.contradictions().add(run.configuration() + ": " + what);
  }
}
