package org.heaptwin.bench.overhead;

import java.util.ArrayList;
import java.util.List;

/**
 * In which order a round takes its items: a row of a Williams square (Williams 1949). In as many
 * rounds as there are items, each comes once at every place, and when their number is even each
 * follows each other one exactly once; drift of the machine and what a run leaves behind (page
 * cache, heat) then meet all alike.
 */
final class RoundOrder {
  private RoundOrder() {}

  /**
   * @param round from 0
   */
  static <T> List<T> of(List<T> items, int round) {
    int size = items.size();
    List<T> order = new ArrayList<>(size);
    for (int place = 0; place < size; place++) {
      // 0, 1, n-1, 2, n-2, ...: all steps between neighbours differ.
      int zigzag = place % 2 == 1 ? (place + 1) / 2 : size - place / 2;
      order.add(items.get((zigzag + round) % size));
    }
    return order;
  }
}
