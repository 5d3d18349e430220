package org.heaptwin.problem;

/** Exit codes of every heaptwin command. */
public enum ExitCode {
  OK(0),
  /** A finding lies above a limit that the user set. */
  FINDING(1),
  /** The command line or an input file is wrong. */
  USAGE(2),
  /** The target JVM is missing, not ours to attach to, or failed. */
  TARGET(3),
  /** The machine or its configuration does not allow it. */
  ENVIRONMENT(4);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
