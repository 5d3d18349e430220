package org.heaptwin.statistics;

import java.util.Random;

/**
 * Populations of a million objects whose groups are known by construction: object i belongs to
 * group {@code groupOf(i)}.
 *
 * @param largestShare of the largest group
 * @param duplicateShare 1 - distinct / objects
 * @param identity chance that two distinct objects are equal
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Contents(
    String name, int[] groupOf, double largestShare, double duplicateShare, double identity) {
  static final int OBJECTS = 1_000_000;

  static Contents allEqual() {
    return of("1.0", i -> 0);
  }

  static Contents largeAndUnique(double share) {
    return of(share + " + unique", i -> i < share * OBJECTS ? 0 : i);
  }

  /** A number of equally large groups. */
  static Contents equalGroups(int groups) {
    return of(groups + " equal groups", i -> i % groups);
  }

  static Contents unique() {
    return of("unique", i -> i);
  }

  static Contents groupsOf(int size) {
    return of("groups of " + size, i -> i / size);
  }

  static Contents halfLargeHalfPairs() {
    return of("half in one group, half in pairs", i -> i < OBJECTS / 2 ? 0 : i / 2);
  }

  /** Value k of a thousand with probability proportional to k^-1.1. */
  static Contents zipf() {
    double[] cumulative = new double[1000];
    double sum = 0;
    for (int k = 0; k < cumulative.length; k++) {
      sum += Math.pow(k + 1.0, -1.1);
      cumulative[k] = sum;
    }
    double all = sum;
    return of(
        "Zipf",
        i -> {
          int at = java.util.Arrays.binarySearch(cumulative, (i + 0.5) / OBJECTS * all);
          return at >= 0 ? at : -at - 1;
        });
  }

  private static Contents of(String name, java.util.function.IntUnaryOperator group) {
    int[] groupOf = new int[OBJECTS];
    int[] counts = new int[OBJECTS];
    int largest = 0;
    int distinct = 0;
    for (int i = 0; i < OBJECTS; i++) {
      groupOf[i] = group.applyAsInt(i);
      distinct += counts[groupOf[i]]++ == 0 ? 1 : 0;
      largest = Math.max(largest, counts[groupOf[i]]);
    }
    double identity = 0;
    for (int count : counts) {
      identity += count * (count - 1.0) / (OBJECTS * (OBJECTS - 1.0));
    }
    return new Contents(
        name, groupOf, (double) largest / OBJECTS, 1 - (double) distinct / OBJECTS, identity);
  }

  /** n distinct objects drawn at random, in random order. */
  int[] sample(int n, Random random) {
    java.util.Set<Integer> drawn = new java.util.LinkedHashSet<>();
    while (drawn.size() < n) {
      drawn.add(random.nextInt(OBJECTS));
    }
    return drawn.stream().mapToInt(object -> groupOf[object]).toArray();
  }

  @Override
  public String toString() {
    return name;
  }
}
