package org.heaptwin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ClopperPearsonTest {
  @Test
  void closedFormsAtTheEdges() {
    assertThat(ClopperPearson.low(0, 10, 0.025)).isZero();
    assertThat(ClopperPearson.high(10, 10, 0.025)).isEqualTo(1);
    assertThat(ClopperPearson.high(0, 10, 0.025)).isCloseTo(1 - Math.pow(0.025, 0.1), within(1e-9));
    assertThat(ClopperPearson.low(10, 10, 0.025)).isCloseTo(Math.pow(0.025, 0.1), within(1e-9));
  }

  @Test
  void publishedTableValues() {
    // Five of ten: the textbook interval 0.187 to 0.813.
    assertThat(ClopperPearson.low(5, 10, 0.025)).isCloseTo(0.18709, within(1e-5));
    assertThat(ClopperPearson.high(5, 10, 0.025)).isCloseTo(0.81291, within(1e-5));
    assertThat(ClopperPearson.low(1, 10, 0.025)).isCloseTo(1 - Math.pow(0.975, 0.1), within(1e-9));
    assertThat(ClopperPearson.high(1, 10, 0.025)).isCloseTo(0.44502, within(1e-5));
  }

  @Test
  void lowerEndSolvesTheBinomialTailForIntegers() {
    double low = ClopperPearson.low(3, 7, 0.01);
    double tail = 0;
    double[] choose = {1, 7, 21, 35, 35, 21, 7, 1};
    for (int k = 3; k <= 7; k++) {
      tail += choose[k] * Math.pow(low, k) * Math.pow(1 - low, 7 - k);
    }
    assertThat(tail).isCloseTo(0.01, within(1e-8));
  }

  @Test
  void realCountsLieBetweenIntegerOnes() {
    assertThat(ClopperPearson.low(4.5, 10, 0.025))
        .isBetween(ClopperPearson.low(4, 10, 0.025), ClopperPearson.low(5, 10, 0.025));
  }

  @Test
  void nothingIsKnownWithoutTrials() {
    assertThat(ClopperPearson.estimate(0, 0, 0.025, "x"))
        .isEqualTo(new Estimate(null, null, null, null, "x"));
    assertThat(ClopperPearson.low(0, 0, 0.025)).isZero();
    assertThat(ClopperPearson.high(0, 0, 0.025)).isEqualTo(1);
  }
}
