package org.heaptwin.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.heaptwin.attach.AgentLibrary;
import org.heaptwin.attach.AgentOptions;
import org.heaptwin.attach.OutputPlace;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;
import org.jline.utils.Signals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heaptwin run}. */
@Command(
    name = "run",
    customSynopsis = "heaptwin run [options] -- java ...",
    description = {
      "Start a java command with the agent, and print the findings when it has ended.",
      "The command keeps stdin, stdout and stderr, and gets Ctrl-C. Its exit code is passed on when it is not 0."
    })
final class RunCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "java ...",
      description = "The command, beginning with a java executable.")
  List<String> command;

  @Option(
      names = {"-d", "--duration"},
      converter = TimeSpan.Converter.class,
      description = "Record only so long from the start. Default: until the command ends.")
  TimeSpan duration;

  @Mixin OutputOptions output;
  @Mixin RecordingOptions recording;
  @Mixin ProbeOptions probes;
  @Mixin GroupingOptions grouping;

  @Override
  public Integer call() throws IOException, InterruptedException {
    recording.validate();
    probes.validate(recording.exhaustive);
    grouping.validate();
    requireJava();
    Path library = AgentLibrary.require();
    // The pid is known only when the agent already has its path, so the file gets its name
    // afterwards.
    Path temporary = output.profile("starting-" + ProcessHandle.current().pid());
    OutputPlace.requireWritable(temporary);
    if (output.reportJson != null) {
      OutputPlace.requireWritable(output.reportJson);
    }
    Process child = start(library, temporary);
    int exitCode = waitFor(child);
    Path profile = output.profile(Long.toString(child.pid()));
    if (!Files.exists(temporary)) {
      return withoutProfile(exitCode);
    }
    Files.move(temporary, profile, StandardCopyOption.REPLACE_EXISTING);
    report(profile);
    return exitCode;
  }

  /**
   * The child's command line: the agents go straight after the executable, the Java agent first so
   * that it is ready when the recording begins.
   */
  static List<String> withAgents(
      List<String> command, Optional<Path> jar, Path library, AgentOptions options) {
    List<String> changed = new ArrayList<>(command);
    changed.add(1, "-agentpath:" + library + "=" + options);
    jar.ifPresent(path -> changed.add(1, "-javaagent:" + path));
    return changed;
  }

  private void requireJava() {
    Path executable = Path.of(command.get(0)).getFileName();
    if (executable == null || !executable.toString().equals("java")) {
      throw new Problem(
          ExitCode.USAGE,
          "the command begins with '" + command.get(0) + "' and not with a java executable",
          "write `heaptwin run -- java ...`, or start your script and use `heaptwin record`");
    }
  }

  private Process start(Path library, Path profile) {
    AgentOptions options = AgentOptions.start().with("file", profile).with("duration", duration);
    recording.addTo(options);
    probes.addTo(options);
    List<String> started = withAgents(command, probes.jar(), library, options);
    try {
      return new ProcessBuilder(started).inheritIO().start();
    } catch (IOException e) {
      throw new Problem(
          ExitCode.USAGE,
          "'" + command.get(0) + "' cannot be started (" + e.getMessage() + ")",
          "name an existing java executable",
          e);
    }
  }

  /**
   * A terminal sends Ctrl-C to the child as well, and only the child decides; SIGTERM reaches this
   * process alone.
   */
  private static int waitFor(Process child) throws InterruptedException {
    Object interrupt = Signals.register("INT", () -> {});
    Object terminate = Signals.register("TERM", child::destroy);
    try {
      return child.waitFor();
    } finally {
      Signals.unregister("INT", interrupt);
      Signals.unregister("TERM", terminate);
    }
  }

  private int withoutProfile(int exitCode) {
    String what = "the command ended with code " + exitCode + " and left no profile";
    if (exitCode != 0) {
      spec.commandLine().getErr().println("heaptwin: " + what + "; see its own messages");
      return exitCode;
    }
    throw new Problem(ExitCode.TARGET, what, "look above for a line that begins with heaptwin:");
  }

  private void report(Path profile) {
    if (!output.quiet) {
      spec.commandLine().getErr().println("Wrote " + profile + ".");
    }
    if (output.quiet && output.reportJson == null) {
      return;
    }
    Results results = Results.of(profile, grouping.grouping());
    if (output.reportJson != null) {
      Results.save(output.reportJson, results.json());
    }
    if (!output.quiet) {
      spec.commandLine().getOut().print(results.text(grouping.top()));
      spec.commandLine().getOut().flush();
    }
  }
}
