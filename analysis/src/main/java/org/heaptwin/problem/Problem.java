package org.heaptwin.problem;

/**
 * The one exception that reaches the user: what went wrong and why, what to do about it, and the
 * exit code. It prints as one line.
 */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;
  private final String remedy;

  /**
   * @param exitCode the kind of failure
   * @param what what failed and why, without a full stop
   * @param remedy what the user can do, an imperative clause without a full stop
   */
  public Problem(ExitCode exitCode, String what, String remedy) {
    super(what);
    this.exitCode = exitCode;
    this.remedy = remedy;
  }

  public Problem(ExitCode exitCode, String what, String remedy, Throwable cause) {
    super(what, cause);
    this.exitCode = exitCode;
    this.remedy = remedy;
  }

  public ExitCode exitCode() {
    return exitCode;
  }

  public String remedy() {
    return remedy;
  }

  /** The whole message on one line, whatever line breaks and control characters its parts carry. */
  public String line() {
    return PlainText.escape((getMessage() + "; " + remedy).replaceAll("\\s*[\\r\\n]+\\s*", " "));
  }
}
