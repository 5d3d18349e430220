package org.heaptwin.agent.weave;

import java.util.ArrayList;
import java.util.List;

/** Takes the place of the real probe and keeps what it is given. */
public final class RecordingProbe {
  static final String INTERNAL_NAME = "org/heaptwin/agent/weave/RecordingProbe";

  /**
   * An object as it was when it passed.
   *
   * @param text its {@code toString()} at that moment
   */
  record Passed(Object object, int site, String text) {}

  private static final List<Passed> PASSED = new ArrayList<>();

  private RecordingProbe() {}

  /** What woven classes call. */
  public static void hit(Object object, int site) {
    PASSED.add(new Passed(object, site, String.valueOf(object)));
  }

  /** All objects since the last call. */
  static List<Passed> drain() {
    List<Passed> passed = List.copyOf(PASSED);
    PASSED.clear();
    return passed;
  }
}
