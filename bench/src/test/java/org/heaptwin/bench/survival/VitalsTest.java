package org.heaptwin.bench.survival;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class VitalsTest {
  private static final Offset<Double> EXACT = Offset.offset(1e-9);

  @Test
  void theSteadySlopeOfALeakIsTheLeak() {
    assertThat(Vitals.steadySlope(bytes(i -> 5_000L * i), Vitals::bytes)).isEqualTo(5_000, EXACT);
  }

  @Test
  void whatIsAddedOnceIsNoSteadyGrowth() {
    List<Vitals> jump = bytes(i -> i < 210 ? 0 : 9_000_000);
    assertThat(Vitals.slope(jump, Vitals::bytes)).isGreaterThan(10_000);
    assertThat(Vitals.steadySlope(jump, Vitals::bytes)).isZero();
  }

  @Test
  void aLeakShowsBesideAJump() {
    List<Vitals> both = bytes(i -> 5_000L * i + (i < 210 ? 0 : 9_000_000));
    assertThat(Vitals.steadySlope(both, Vitals::bytes)).isEqualTo(5_000, EXACT);
  }

  private static List<Vitals> bytes(IntToLongFunction bytesAt) {
    return IntStream.range(0, 400)
        .mapToObj(i -> new Vitals(5, 20, bytesAt.applyAsLong(i)))
        .toList();
  }
}
