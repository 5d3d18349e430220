package org.heaptwin.bench.accuracy;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.heaptwin.findings.Grouping;

/**
 * What an exhaustive recording of a program says.
 *
 * @param sites the same by site, counted by itself: copies that different contexts make are
 *     duplicates there. Empty when the recording has no such counts
 */
record Truth(Map<ContextKey, TrueContext> contexts, Map<ContextKey, TrueContext> sites) {
  Truth(Map<ContextKey, TrueContext> contexts) {
    this(contexts, Map.of());
  }

  /** The same by the units of a grouping. */
  Truth rolledUp(Grouping grouping) {
    if (grouping.equals(Grouping.site()) && !sites.isEmpty()) {
      return new Truth(sites);
    }
    Map<ContextKey, TrueContext> units = new LinkedHashMap<>();
    contexts.forEach(
        (key, context) -> units.merge(key.rolledUp(grouping), context, TrueContext::plus));
    return new Truth(units);
  }

  double replicaBytes() {
    return contexts.values().stream().mapToDouble(TrueContext::replicaBytes).sum();
  }

  /** Contexts that hold at least this share of all replica bytes, the largest first. */
  List<ContextKey> holding(double share) {
    double least = share * replicaBytes();
    return contexts.entrySet().stream()
        .filter(entry -> entry.getValue().replicaBytes() >= least)
        .filter(entry -> entry.getValue().replicaBytes() > 0)
        .sorted(Comparator.comparingDouble(entry -> -entry.getValue().replicaBytes()))
        .map(Map.Entry::getKey)
        .toList();
  }
}
