package org.heaptwin.bench.truth;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@link FixedTruthProgram} allocates in one case, from the case's keys alone: equal keys are
 * equal contents.
 *
 * @param method the allocating method, {@code package.Class.method}
 * @param distinctBytes bytes of one object of each content
 * @param largestGroup most objects of one content
 * @param largestGroupBytes most bytes of one content
 * @param identicalPairs pairs of objects of equal content
 * @param longestSequence objects of one thread
 * @param distances by distance to the last object of equal content in the same thread: objects
 * @param distanceBytes the same: bytes
 * @param hasReferences contents hold addresses
 */
public record KnownCounts(
    String method,
    String className,
    long objects,
    long bytes,
    long distinct,
    long distinctBytes,
    long largestGroup,
    long largestGroupBytes,
    long identicalPairs,
    long longestSequence,
    Map<Long, Long> distances,
    Map<Long, Long> distanceBytes,
    boolean hasReferences) {

  /** All cases of a run. */
  public static List<KnownCounts> of(int threads, long seed, int rounds) {
    List<KnownCounts> all = new ArrayList<>();
    for (TruthCase truthCase : CaseCatalogue.contents()) {
      all.add(of(truthCase, threads, seed, rounds));
    }
    return all;
  }

  /** Objects equal to one of the {@code window} before them. */
  public long curveObjects(long window) {
    return within(distances, window);
  }

  /** Their bytes. */
  public long curveBytes(long window) {
    return within(distanceBytes, window);
  }

  private static KnownCounts of(TruthCase truthCase, int threads, long seed, int rounds) {
    long each = rounds / truthCase.everyRounds();
    Map<Long, Long> groups = new HashMap<>();
    Map<Long, Long> distances = new HashMap<>();
    Map<Long, Long> distanceBytes = new HashMap<>();
    for (int thread = 0; thread < threads; thread++) {
      KeySequence keys = truthCase.pattern().sequence(thread, seed);
      Map<Long, Long> last = new HashMap<>();
      for (long place = 0; place < each; place++) {
        long key = keys.next();
        groups.merge(key, 1L, Long::sum);
        Long before = last.put(key, place);
        if (before != null) {
          distances.merge(place - before, 1L, Long::sum);
          distanceBytes.merge(place - before, size(truthCase, key), Long::sum);
        }
      }
    }
    return summary(truthCase, groups, each, distances, distanceBytes);
  }

  private static KnownCounts summary(
      TruthCase truthCase,
      Map<Long, Long> groups,
      long each,
      Map<Long, Long> distances,
      Map<Long, Long> distanceBytes) {
    long objects = 0;
    long bytes = 0;
    long distinctBytes = 0;
    long largest = 0;
    long largestBytes = 0;
    long pairs = 0;
    for (Map.Entry<Long, Long> group : groups.entrySet()) {
      long size = size(truthCase, group.getKey());
      long count = group.getValue();
      objects += count;
      bytes += count * size;
      distinctBytes += size;
      largest = Math.max(largest, count);
      largestBytes = Math.max(largestBytes, count * size);
      pairs += count * (count - 1) / 2;
    }
    return new KnownCounts(
        AllocationCases.class.getName() + "." + truthCase.method(),
        truthCase.className(),
        objects,
        bytes,
        groups.size(),
        distinctBytes,
        largest,
        largestBytes,
        pairs,
        each,
        distances,
        distanceBytes,
        truthCase.hasReferences());
  }

  private static long size(TruthCase truthCase, long key) {
    return truthCase.size().applyAsInt(key);
  }

  private static long within(Map<Long, Long> byDistance, long window) {
    return byDistance.entrySet().stream()
        .filter(entry -> entry.getKey() <= window)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }
}
