package org.heaptwin.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heaptwin.attach.OutputPlace;
import org.heaptwin.findings.Findings;
import org.heaptwin.findings.Grouping;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.ProfileReader;
import org.heaptwin.report.JsonReport;
import org.heaptwin.report.ReportOptions;
import org.heaptwin.report.TextReport;

/** The reports of one profile. */
final class Results {
  private final Profile profile;
  private final Findings findings;

  private Results(Profile profile, Findings findings) {
    this.profile = profile;
    this.findings = findings;
  }

  /**
   * @throws Problem when the file is not a profile
   */
  static Results of(Path file, Grouping grouping) {
    Profile profile = ProfileReader.read(file);
    return new Results(profile, Findings.of(profile, grouping));
  }

  String text(int top) {
    return TextReport.write(profile, findings, new ReportOptions(top));
  }

  String json() {
    try {
      return new ObjectMapper()
              .writerWithDefaultPrettyPrinter()
              .writeValueAsString(JsonReport.write(profile, findings))
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values is always written", e);
    }
  }

  /**
   * @throws Problem when the file cannot be written
   */
  static void save(Path file, String content) {
    OutputPlace.requireWritable(file);
    try {
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new Problem(
          ExitCode.USAGE,
          file + " cannot be written: " + e.getMessage(),
          "choose another place",
          e);
    }
  }
}
