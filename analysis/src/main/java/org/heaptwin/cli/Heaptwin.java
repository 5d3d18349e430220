package org.heaptwin.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.PlainText;
import org.heaptwin.problem.Problem;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The heaptwin command: results on stdout, everything else on stderr, every error one line. */
@Command(
    name = "heaptwin",
    description = "Finds objects of a running HotSpot JVM that are bitwise copies of each other.",
    subcommands = {
      ListCommand.class,
      RecordCommand.class,
      RunCommand.class,
      ReportCommand.class,
      DoctorCommand.class,
      VersionCommand.class
    },
    footer = {
      "",
      "Sizes take k, m or g; times take ns, us, ms, s, m or h (a bare number is seconds).",
      "Exit codes: 0 ok, 2 usage, 3 target, 4 environment; `run` passes on a failing child's own code."
    })
public final class Heaptwin {
  @Option(
      names = "--stack-trace",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of an error, too.")
  boolean stackTrace;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Print this help.")
  boolean help;

  public static void main(String[] arguments) {
    System.exit(commandLine(utf8(System.out), utf8(System.err)).execute(arguments));
  }

  /** The command with its error handling, writing to the given streams. */
  static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    Heaptwin root = new Heaptwin();
    CommandLine line = new CommandLine(root);
    line.setOut(out).setErr(err);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler((e, arguments) -> fail(usage(e), root, err));
    line.setExecutionExceptionHandler((e, command, parsed) -> fail(problem(e), root, err));
    // Everything behind the java executable is the child's.
    line.getSubcommands().get("run").setStopAtPositional(true);
    line.setExecutionStrategy(Heaptwin::runCommand);
    return line;
  }

  private static int runCommand(CommandLine.ParseResult parsed) {
    Integer helped = CommandLine.executeHelpRequest(parsed);
    if (helped != null) {
      return helped;
    }
    if (!parsed.hasSubcommand()) {
      throw new ParameterException(parsed.commandSpec().commandLine(), "a command is missing");
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  private static int fail(Problem problem, Heaptwin root, PrintWriter err) {
    err.println("heaptwin: " + problem.line());
    if (root.stackTrace) {
      problem.printStackTrace(err);
    }
    err.flush();
    return problem.exitCode().code();
  }

  private static Problem usage(ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    String what = e.getMessage();
    if (e instanceof UnmatchedArgumentException unmatched) {
      what = "unknown argument '" + unmatched.getUnmatched().get(0) + "'";
    }
    return new Problem(ExitCode.USAGE, withoutFullStop(what), "see `" + command + " --help`", e);
  }

  private static Problem problem(Exception e) {
    if (e instanceof Problem problem) {
      return problem;
    }
    String what =
        "unexpected "
            + e.getClass().getSimpleName()
            + (e.getMessage() == null ? "" : ": " + e.getMessage());
    return new Problem(
        ExitCode.ENVIRONMENT,
        PlainText.escape(what),
        "rerun with --stack-trace and report it as a defect of heaptwin",
        e);
  }

  private static String withoutFullStop(String text) {
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }

  private static PrintWriter utf8(java.io.PrintStream stream) {
    return new PrintWriter(new java.io.OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }
}
