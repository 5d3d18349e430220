package org.heaptwin.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.heaptwin.attach.AgentOptions;
import org.heaptwin.attach.JavaProcesses;
import org.heaptwin.attach.OutputPlace;
import org.heaptwin.attach.RecordingSession;
import org.heaptwin.problem.PlainText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heaptwin record}. */
@Command(
    name = "record",
    customSynopsis = "heaptwin record [options] <target>",
    description =
        "Attach to a running JVM, record for a while and print the findings. Ctrl-C stops early and still writes.")
final class RecordCommand implements Callable<Integer> {
  private static final long STEP_MILLIS = 200;

  @Spec CommandSpec spec;

  @Parameters(paramLabel = "<target>", description = "Pid, main class or jar name of a JVM.")
  String target;

  @Option(
      names = {"-d", "--duration"},
      defaultValue = "30s",
      converter = TimeSpan.Converter.class,
      description = "How long to record. Default: 30s.")
  TimeSpan duration;

  @Mixin OutputOptions output;
  @Mixin RecordingOptions recording;
  @Mixin ProbeOptions probes;
  @Mixin GroupingOptions grouping;

  @Override
  public Integer call() {
    validate();
    long pid = JavaProcesses.resolve(target);
    RecordingSession session = RecordingSession.prepare(pid, output.profile(Long.toString(pid)));
    AgentOptions options = AgentOptions.start().with("duration", duration);
    recording.addTo(options);
    probes.addTo(options);
    try (Interruption interruption = new Interruption()) {
      session.prepareProbes(probes.mode, this::warn);
      session.start(options);
      tell(
          "Recording JVM "
              + pid
              + " ("
              + session.target().shortName()
              + ") for "
              + seconds(duration.duration())
              + "; Ctrl-C stops early.");
      waitForEnd(session, interruption);
      boolean stopped = session.finish();
      tell(ending(pid, stopped, interruption.wished()) + "Wrote " + session.profile() + ".");
    }
    report(session);
    return 0;
  }

  private void validate() {
    recording.validate();
    probes.validate(recording.exhaustive);
    grouping.validate();
    output.profile("0");
    if (output.reportJson != null) {
      OutputPlace.requireWritable(output.reportJson);
    }
  }

  private void waitForEnd(RecordingSession session, Interruption interruption) {
    long start = System.nanoTime();
    try (Progress progress =
        Progress.show(duration.duration(), output.quiet, spec.commandLine().getErr())) {
      for (long elapsed = 0; elapsed < duration.nanos(); elapsed = System.nanoTime() - start) {
        long rest = (duration.nanos() - elapsed) / 1_000_000 + 1;
        if (interruption.within(Math.min(STEP_MILLIS, rest)) || !session.targetRuns()) {
          return;
        }
        progress.elapsed(Duration.ofNanos(System.nanoTime() - start));
      }
    }
  }

  private static String ending(long pid, boolean stopped, boolean interrupted) {
    if (!stopped) {
      return "JVM " + pid + " ended during the recording; what it had written until then is kept. ";
    }
    return interrupted ? "Stopped early. " : "";
  }

  private void report(RecordingSession session) {
    if (output.quiet && output.reportJson == null) {
      return;
    }
    Results results = Results.of(session.profile(), grouping.grouping());
    if (output.reportJson != null) {
      Results.save(output.reportJson, results.json());
    }
    if (!output.quiet) {
      spec.commandLine().getOut().print(results.text(grouping.top()));
      spec.commandLine().getOut().flush();
    }
  }

  private void tell(String line) {
    if (!output.quiet) {
      warn(line);
    }
  }

  /** What the user must know even when all else is to be quiet. */
  private void warn(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(PlainText.escape(line));
    err.flush();
  }

  private static String seconds(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + " s"
        : duration.toMillis() + " ms";
  }
}
