package org.heaptwin.bench.accuracy;

import java.util.List;
import java.util.regex.Pattern;
import org.heaptwin.findings.Finding;

/**
 * A site of a program that is known from its sources and heap dumps.
 *
 * @param type pattern of the whole class name
 * @param frame pattern found in one of the first frames
 * @param trueShare known share of duplicates, null where only the expectation is known
 */
record KnownSite(
    String program, Pattern type, Pattern frame, Expectation expectation, Double trueShare) {
  /** A library call between the allocation and the known frame is a few frames deep. */
  private static final int FRAMES = 12;

  /** What a report has to say. */
  enum Expectation {
    /** Replicated, by whatever evidence. */
    FOUND,
    /** Not called replicated. */
    NOT_REPORTED,
    /** Replicated, and the replica curve shows it. */
    BY_CURVE,
    /**
     * The replica curve says at which distance copies appear, or that the known share of them lies
     * further apart than the longest runs can see.
     */
    PLACED,
    /** Replicated in part: what is claimed does not exceed the known share. */
    PARTLY
  }

  static KnownSite of(String program, String type, String frame, Expectation expectation) {
    return of(program, type, frame, expectation, null);
  }

  static KnownSite of(
      String program, String type, String frame, Expectation expectation, Double trueShare) {
    return new KnownSite(
        program, Pattern.compile(type), Pattern.compile(frame), expectation, trueShare);
  }

  boolean matches(Finding finding) {
    List<String> frames = finding.frames();
    return type.matcher(finding.className()).matches()
        && frames.subList(0, Math.min(FRAMES, frames.size())).stream()
            .anyMatch(text -> frame.matcher(text).find());
  }

  @Override
  public String toString() {
    return type + " at " + frame;
  }
}
