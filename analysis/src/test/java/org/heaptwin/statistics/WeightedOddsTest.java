package org.heaptwin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class WeightedOddsTest {
  @Test
  void equalWeightsGiveClopperPearson() {
    // Three objects of weight 7 against five.
    assertThat(WeightedOdds.low(21, 147, 35, 245, 7, 0.025))
        .isCloseTo(ClopperPearson.low(3, 8, 0.025), within(1e-9));
    double high = ClopperPearson.high(3, 8, 0.025);
    assertThat(WeightedOdds.upperCumulative(high, 21, 147, 35, 245, 7))
        .isCloseTo(0.975, within(1e-9));
  }

  @Test
  void aGroupThatIsAllThatWasSeenIsStillUncertain() {
    assertThat(WeightedOdds.low(3, 3, 0, 0, 1, 0.025))
        .isCloseTo(Math.pow(0.025, 1.0 / 3), within(1e-9));
  }
}
