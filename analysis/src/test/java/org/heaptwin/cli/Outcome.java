package org.heaptwin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What one run of the command printed and returned. */
final class Outcome {
  final int exitCode;
  final String out;
  final String err;

  private Outcome(int exitCode, String out, String err) {
    this.exitCode = exitCode;
    this.out = out;
    this.err = err;
  }

  /** Runs the command in this process. */
  static Outcome of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        Heaptwin.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
            .execute(arguments);
    return new Outcome(exitCode, out.toString(), err.toString());
  }

  /**
   * Checks that it failed as every failure does: one line on stderr with reason and remedy, nothing
   * on stdout.
   */
  void isOneLine(int expectedCode, String reason) {
    assertThat(err.lines()).as(err).hasSize(1);
    assertThat(err).startsWith("heaptwin: ").contains(reason).contains("; ");
    assertThat(out).isEmpty();
    assertThat(exitCode).isEqualTo(expectedCode);
  }
}
