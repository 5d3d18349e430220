package org.heaptwin.report;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stack frames such as {@code a.b.C.m(C.java:12)}. */
final class Frames {
  private static final Pattern POSITION = Pattern.compile("\\(([^()]*)\\)$");

  private Frames() {}

  /**
   * The file and line of the first frame, such as {@code C.java:12}; the whole frame where it has
   * none; "–" without frames.
   */
  static String site(List<String> frames) {
    if (frames.isEmpty()) {
      return "–";
    }
    Matcher matcher = POSITION.matcher(frames.get(0));
    boolean known = matcher.find() && !matcher.group(1).isEmpty() && matcher.group(1).contains(":");
    return known ? matcher.group(1) : frames.get(0);
  }
}
