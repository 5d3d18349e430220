package org.heaptwin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class UnitsTest {

  @ParameterizedTest
  @CsvSource({
    "1,1",
    "64k,65536",
    "64K,65536",
    "2m,2097152",
    "3g,3221225472",
    "8589934591g,9223372035781033984"
  })
  void readsSizes(String text, long bytes) {
    assertThat(new ByteCount.Converter().convert(text).bytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "-1",
        "1.5k",
        "k",
        "1kb",
        "1 k",
        "1t",
        "0x10",
        "8589934592g",
        "99999999999999999999",
        "١"
      })
  void refusesOtherSizes(String text) {
    assertThatThrownBy(() -> new ByteCount.Converter().convert(text))
        .isInstanceOf(TypeConversionException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "1ns,1",
    "2us,2000",
    "3ms,3000000",
    "4s,4000000000",
    "4,4000000000",
    "5m,300000000000",
    "1h,3600000000000"
  })
  void readsTimes(String text, long nanos) {
    assertThat(new TimeSpan.Converter().convert(text).nanos()).isEqualTo(nanos);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0", "0s", "-1s", "1.5s", "s", "1 s", "1d", "1S", "1min", "99999999999h"})
  void refusesOtherTimes(String text) {
    assertThatThrownBy(() -> new TimeSpan.Converter().convert(text))
        .isInstanceOf(TypeConversionException.class);
  }
}
