package org.heaptwin.bench.accuracy;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.heaptwin.bench.coverage.CoverageTable;
import org.heaptwin.bench.coverage.Judgement;
import org.heaptwin.bench.programs.ProgramCatalogue;

/**
 * Everything that came out of the bench.
 *
 * @param agreements of runs of the usual length
 * @param lengths of runs of several lengths, for the time until recall reaches 0.9
 */
record Accuracy(
    List<RunAgreement> agreements,
    List<RunAgreement> lengths,
    List<Judgement> intervals,
    Map<String, List<KnownSiteCheck>> knownSites,
    Map<String, List<HeapRow>> heaps) {
  static final double PRECISION = 0.95;
  static final double RECALL = 0.9;

  /** So many reports without an error show a precision of 0.95 with 95 % confidence. */
  static final int REPORTS_NEEDED = 59;

  /** Recall of all runs of one length together, by length in seconds. */
  Map<Double, Double> recallByLength(String grouping) {
    return lengths.stream()
        .filter(run -> run.grouping().equals(grouping) && run.wanted() > 0)
        .collect(
            Collectors.groupingBy(
                RunAgreement::seconds,
                TreeMap::new,
                Collectors.collectingAndThen(Collectors.toList(), Accuracy::recall)));
  }

  List<RunAgreement> under(String grouping) {
    return agreements.stream().filter(run -> run.grouping().equals(grouping)).toList();
  }

  /**
   * Found over wanted, all runs together; not a number when nothing was wanted. The negative
   * control has nothing to be found: what its exhaustive recording calls replicas are rows that
   * were read while they were blank.
   */
  static double recall(List<RunAgreement> runs) {
    List<RunAgreement> counted =
        runs.stream()
            .filter(run -> !run.program().equals(ProgramCatalogue.NEGATIVE_CONTROL))
            .toList();
    return (double) counted.stream().mapToInt(RunAgreement::found).sum()
        / counted.stream().mapToInt(RunAgreement::wanted).sum();
  }

  /** Right over reported, all runs together; not a number when nothing was reported. */
  static double precision(List<RunAgreement> runs) {
    int reported = runs.stream().mapToInt(RunAgreement::reported).sum();
    return (double) (reported - runs.stream().mapToInt(RunAgreement::wrong).sum()) / reported;
  }

  /** Mean of the runs that have one; null when none has. */
  static Double mean(List<RunAgreement> runs, Function<RunAgreement, Double> of) {
    List<Double> known = runs.stream().map(of).filter(Objects::nonNull).toList();
    return known.isEmpty()
        ? null
        : Double.valueOf(known.stream().mapToDouble(Double::doubleValue).average().orElseThrow());
  }

  CoverageTable coverage() {
    CoverageTable table = new CoverageTable();
    intervals.forEach(table::add);
    return table;
  }
}
