package org.heaptwin.bench.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundOrderTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 6, 7})
  void eachItemComesOnceInARoundAndOnceAtEveryPlace(int size) {
    List<Integer> items = items(size);
    for (int round = 0; round < 2 * size; round++) {
      assertThat(RoundOrder.of(items, round)).containsExactlyInAnyOrderElementsOf(items);
    }
    for (int place = 0; place < size; place++) {
      int at = place;
      assertThat(IntStream.range(0, size).map(round -> RoundOrder.of(items, round).get(at)))
          .containsExactlyInAnyOrderElementsOf(items);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 6})
  void eachItemOfAnEvenNumberFollowsEveryOtherOnce(int size) {
    List<List<Integer>> neighbours = new ArrayList<>();
    for (int round = 0; round < size; round++) {
      List<Integer> order = RoundOrder.of(items(size), round);
      for (int place = 1; place < size; place++) {
        neighbours.add(order.subList(place - 1, place + 1));
      }
    }
    assertThat(neighbours).doesNotHaveDuplicates().hasSize(size * (size - 1));
  }

  @Test
  void theFirstRoundBeginsWithTheFirstItem() {
    assertThat(RoundOrder.of(List.of("off", "on"), 0)).containsExactly("off", "on");
    assertThat(RoundOrder.of(List.of("off", "on"), 1)).containsExactly("on", "off");
  }

  private static List<Integer> items(int size) {
    return IntStream.range(0, size).boxed().toList();
  }
}
