package org.heaptwin.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.heaptwin.attach.JavaProcesses;
import org.heaptwin.doctor.Check;
import org.heaptwin.doctor.Diagnosis;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.PlainText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heaptwin doctor}. */
@Command(
    name = "doctor",
    description =
        "Try out what this machine and, if one is named, a target allow. Exit code 4 when recording is impossible.")
final class DoctorCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "<target>",
      description = "Pid, main class or jar name of a JVM.")
  String target;

  @Option(names = "--format", description = "One of: ${COMPLETION-CANDIDATES}. Default: text.")
  OutputFormat format = OutputFormat.text;

  @Override
  public Integer call() throws Exception {
    OptionalLong pid =
        target == null ? OptionalLong.empty() : OptionalLong.of(JavaProcesses.resolve(target));
    Diagnosis diagnosis = Diagnosis.of(pid);
    PrintWriter out = spec.commandLine().getOut();
    if (format == OutputFormat.json) {
      out.println(json(diagnosis).toPrettyString());
    } else {
      print(diagnosis, out);
    }
    out.flush();
    return (diagnosis.recordingPossible() ? ExitCode.OK : ExitCode.ENVIRONMENT).code();
  }

  private static void print(Diagnosis diagnosis, PrintWriter out) {
    for (Check check : diagnosis.checks()) {
      String line = String.format("%-8s  %-32s  %s", name(check), check.what(), check.value());
      out.println(PlainText.escape(line));
      if (check.remedy() != null) {
        out.println("          " + " ".repeat(32) + "  -> " + PlainText.escape(check.remedy()));
      }
    }
    out.println(
        diagnosis.recordingPossible() ? "Recording is possible." : "Recording is not possible.");
  }

  private static ObjectNode json(Diagnosis diagnosis) {
    ObjectNode root = new ObjectMapper().createObjectNode();
    root.put("schema", "heaptwin-doctor/1");
    root.put("recordingPossible", diagnosis.recordingPossible());
    ArrayNode checks = root.putArray("checks");
    for (Check check : diagnosis.checks()) {
      checks
          .addObject()
          .put("status", name(check))
          .put("required", check.required())
          .put("what", check.what())
          .put("value", check.value())
          .put("remedy", check.remedy());
    }
    return root;
  }

  private static String name(Check check) {
    return check.status().name().toLowerCase(Locale.ROOT);
  }
}
