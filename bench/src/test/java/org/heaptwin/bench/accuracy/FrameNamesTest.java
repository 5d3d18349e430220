package org.heaptwin.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameNamesTest {
  @ParameterizedTest
  @CsvSource({
    "a.B$$Lambda$14/0x0000000800c03c30, a.B$$Lambda",
    "a.B$$Lambda/0x00007f1234567890.apply(Unknown Source), a.B$$Lambda.apply(Unknown Source)",
    "a.B$$Lambda$7.apply(Unknown Source), a.B$$Lambda.apply(Unknown Source)",
    "java.lang.invoke.LambdaForm$MH/0x0000000800c1d400.invoke(LambdaForm$MH),"
        + " java.lang.invoke.LambdaForm$MH.invoke(LambdaForm$MH)",
    "jdk.proxy2.$Proxy17.get(Unknown Source), jdk.proxy2.$Proxy.get(Unknown Source)",
    "jdk.internal.reflect.GeneratedMethodAccessor3.invoke(Unknown Source),"
        + " jdk.internal.reflect.GeneratedMethodAccessor.invoke(Unknown Source)"
  })
  void whatTheJvmNumbersIsLeftOut(String name, String normalised) {
    assertThat(FrameNames.normalised(name)).isEqualTo(normalised);
  }

  @Test
  void namesOfTheProgramStay() {
    for (String name :
        new String[] {
          "a.B$1.m(B.java:12)", "a.B$14", "java.lang.Object[]", "a.Hex0xAB.f(Hex.java:3)"
        }) {
      assertThat(FrameNames.normalised(name)).isEqualTo(name);
    }
  }
}
