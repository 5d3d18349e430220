package org.heaptwin.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AllocationProbeTest {
  private static final int SITE = 255;
  private static final int ELEMENT = SITE * 16;

  @AfterEach
  void silence() {
    AllocationProbe.countdown[ELEMENT] = AllocationProbe.OFF;
  }

  @Test
  void countsDownItsOwnSiteOnly() {
    int[] expected = AllocationProbe.countdown.clone();
    expected[ELEMENT] = 7;
    AllocationProbe.countdown[ELEMENT] = 10;

    for (int object = 0; object < 3; object++) {
      AllocationProbe.hit(new Object(), SITE);
    }

    assertThat(AllocationProbe.countdown).containsExactly(expected);
  }

  @Test
  void fallsSilentWithoutItsNativeSide() {
    AllocationProbe.countdown[ELEMENT] = 1;

    assertThatCode(() -> AllocationProbe.hit(new Object(), SITE)).doesNotThrowAnyException();

    assertThat(AllocationProbe.countdown[ELEMENT]).isEqualTo(AllocationProbe.OFF);
  }

  @Test
  void waitsForTheNextObjectWhereThereIsNone() {
    AllocationProbe.countdown[ELEMENT] = 1;

    AllocationProbe.hit(null, SITE);

    assertThat(AllocationProbe.countdown[ELEMENT]).isEqualTo(1);
  }

  @Test
  void everySiteHasACacheLine() {
    assertThat(AllocationProbe.countdown).hasSize(AllocationProbe.MOST_SITES * 64 / Integer.BYTES);
  }
}
