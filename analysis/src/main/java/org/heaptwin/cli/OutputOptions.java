package org.heaptwin.cli;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;
import picocli.CommandLine.Option;

/** Where a recording goes and what is printed after it. */
final class OutputOptions {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  @Option(
      names = {"-o", "--output"},
      defaultValue = "heaptwin-%p-%t.htprof",
      paramLabel = "<file>",
      description =
          "Profile to write; %%p is the target's pid, %%t the time, %%%% a per cent sign. Default: heaptwin-%%p-%%t.htprof.")
  String output;

  @Option(
      names = "--report-json",
      paramLabel = "<file>",
      description = "Also write the report as JSON.")
  Path reportJson;

  @Option(
      names = {"-q", "--quiet"},
      description = "No progress and no report on stdout.")
  boolean quiet;

  /**
   * The absolute path of the profile.
   *
   * @throws Problem when the pattern has another letter behind a per cent sign
   */
  Path profile(String pid) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < output.length(); i++) {
      char c = output.charAt(i);
      if (c != '%') {
        name.append(c);
        continue;
      }
      char letter = ++i < output.length() ? output.charAt(i) : ' ';
      switch (letter) {
        case 'p' -> name.append(pid);
        case 't' -> name.append(LocalDateTime.now(ZoneId.systemDefault()).format(TIME));
        case '%' -> name.append('%');
        default ->
            throw new Problem(
                ExitCode.USAGE,
                "--output has '%" + (letter == ' ' ? "" : letter) + "'",
                "use %p for the pid, %t for the time and %% for a per cent sign");
      }
    }
    return Path.of(name.toString()).toAbsolutePath().normalize();
  }
}
