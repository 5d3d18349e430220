package org.heaptwin.bench.accuracy;

import java.util.List;

/**
 * One sampled run against the truth, under one grouping.
 *
 * @param wanted units that hold at least 1 % of all replica bytes
 * @param found those of them that were reported as replicated
 * @param seen those of them that were sampled at all
 * @param reported units reported as replicated that the truth knows
 * @param wrong those of them whose true duplicate share is below 0.10
 * @param unmatched units reported as replicated that the truth does not know, or did not read
 * @param replicaShareFound share of all true replica bytes that lies in reported units
 * @param kendall rank correlation of replica bytes, lower end against truth, over wanted and
 *     reported units; null for fewer than three
 * @param spearman likewise
 * @param mistakes names of the wrong ones, with their true share
 * @param missed names of wanted units that were not found, the largest first
 */
record RunAgreement(
    String program,
    int jdk,
    int run,
    double seconds,
    String grouping,
    int wanted,
    int found,
    int seen,
    int reported,
    int wrong,
    int unmatched,
    double replicaShareFound,
    Double kendall,
    Double spearman,
    List<String> mistakes,
    List<String> missed) {

  /** Null when there was nothing to find. */
  Double recall() {
    return wanted == 0 ? null : Double.valueOf((double) found / wanted);
  }

  /** Null when nothing was reported. */
  Double precision() {
    return reported == 0 ? null : Double.valueOf(1 - (double) wrong / reported);
  }
}
