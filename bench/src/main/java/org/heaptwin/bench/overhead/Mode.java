package org.heaptwin.bench.overhead;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;

/** What watches a program while it is measured. */
enum Mode {
  /** Nothing: what all others are compared with. */
  OFF("off"),
  /** {@code heaptwin record}, half a second after the program's start and until its end. */
  ATTACH("attach"),
  /** {@code heaptwin run}. */
  START("start"),
  /** async-profiler from the program's start, allocation mode at its default interval. */
  ASYNC_PROFILER("async-profiler"),
  /** JDK Flight Recorder from the program's start, {@code settings=default}. */
  JFR_DEFAULT("jfr-default"),
  /** JDK Flight Recorder from the program's start, {@code settings=profile}. */
  JFR_PROFILE("jfr-profile"),
  /** JDK Flight Recorder's allocation sample, as often as by default, and no other event. */
  JFR_ALLOCATION("jfr-allocation");

  /** All but the last, which the default settings contain. */
  static final List<Mode> USUAL =
      List.of(OFF, ATTACH, START, ASYNC_PROFILER, JFR_DEFAULT, JFR_PROFILE);

  private final String label;

  Mode(String label) {
    this.label = label;
  }

  @JsonValue
  @Override
  public String toString() {
    return label;
  }

  boolean isHeaptwin() {
    return this == ATTACH || this == START;
  }

  /**
   * The mode of that name.
   *
   * @throws IllegalArgumentException with all names when there is none
   */
  static Mode named(String label) {
    return Arrays.stream(values())
        .filter(mode -> mode.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'" + label + "' is none of " + Arrays.toString(values())));
  }
}
