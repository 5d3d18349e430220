package org.heaptwin.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heaptwin report}. */
@Command(
    name = "report",
    customSynopsis = "heaptwin report [options] <profile>",
    description = "Print the findings of a profile.")
final class ReportCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Parameters(
      paramLabel = "<profile>",
      description = "A file that `heaptwin record` or `heaptwin run` wrote.")
  Path profile;

  @Option(
      names = "--format",
      description =
          "One of: ${COMPLETION-CANDIDATES}. Default: by the ending of -o, else text. JSON holds all findings.")
  OutputFormat format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "<file>",
      description = "Write there instead of stdout.")
  Path output;

  @Mixin GroupingOptions grouping;

  @Override
  public Integer call() {
    grouping.validate();
    Results results = Results.of(profile, grouping.grouping());
    String report = format() == OutputFormat.json ? results.json() : results.text(grouping.top());
    if (output != null) {
      Results.save(output, report);
    } else {
      spec.commandLine().getOut().print(report);
      spec.commandLine().getOut().flush();
    }
    return 0;
  }

  private OutputFormat format() {
    if (format != null) {
      return format;
    }
    return output != null && output.toString().endsWith(".json")
        ? OutputFormat.json
        : OutputFormat.text;
  }
}
