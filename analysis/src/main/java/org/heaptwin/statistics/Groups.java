package org.heaptwin.statistics;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Weights added up by content: per group its number of objects, sum, sum of squares and largest
 * weight.
 */
final class Groups {
  private final Map<Integer, Group> byNumber = new HashMap<>();
  private final Group all = new Group();
  private boolean equalWeights = true;

  /** The two arrays run in parallel. */
  Groups(int[] group, double[] weight) {
    for (int i = 0; i < group.length; i++) {
      byNumber.computeIfAbsent(group[i], number -> new Group()).add(weight[i]);
      all.add(weight[i]);
      equalWeights &= Math.abs(weight[i] - weight[0]) <= 1e-9 * weight[0];
    }
  }

  Iterable<Group> each() {
    return byNumber.values();
  }

  /** A content with the largest count; there must be one. */
  Group mostFrequent() {
    return Collections.max(byNumber.values(), Comparator.comparingInt(group -> group.count));
  }

  /** The content with this number; empty when it does not occur. */
  Group of(int number) {
    return byNumber.getOrDefault(number, new Group());
  }

  Group all() {
    return all;
  }

  boolean equalWeights() {
    return equalWeights;
  }

  /** One content, or all. */
  static final class Group {
    int count;
    double sum;
    double squares;
    double largest;

    void add(double weight) {
      count++;
      sum += weight;
      squares += weight * weight;
      largest = Math.max(largest, weight);
    }
  }
}
