package org.heaptwin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.heaptwin.attach.AgentOptions;
import org.heaptwin.attach.ChildProcesses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command as its users meet it: streams and exit codes. */
class CommandLineTest {
  private final ChildProcesses children = new ChildProcesses();
  @TempDir Path directory;

  @AfterEach
  void endChildren() {
    children.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                  | a command is missing",
        "frobnicate                          | unknown argument 'frobnicate'",
        "list --frob                         | unknown argument '--frob'",
        "record                              | <target>",
        "record 1 -d 0                       | '0' is not a time",
        "record 1 -d 5x                      | '5x' is not a time",
        "record 1 -d -5s                     | '-5s' is not a time",
        "record 1 --interval 64q             | '64q' is not a size",
        "record 1 --interval 0               | '0' is not a size",
        "record 1 --pause 1.5ms              | '1.5ms' is not a time",
        "record 1 --rate many                | '--rate'",
        "record 1 --rate 0                   | --rate is 0",
        "record 1 --rate 5 --interval 4k     | --rate steers",
        "record 1 --access pebs              | 'pebs' is neither clock nor off",
        "record 1 --seed -3                  | --seed is -3",
        "record 1 -o a%x.htprof              | --output has '%x'",
        "record 1 -o a%                      | --output has '%'",
        "record 1 --by line                  | 'line' is none of",
        "record 1 --top 0                    | --top is 0",
        "record 1 --by class --skip-frames a | need --by site",
        "record 1 --report-json /no/such/x   | there is no directory /no/such",
        "run                                 | java ...",
        "run -- sh script                    | begins with 'sh'",
        "run -d 1y -- java X                 | '1y' is not a time",
        "report                              | <profile>",
        "report /no/such/file                | does not exist",
        "report --format xml x               | '--format'",
        "doctor --format xml                 | '--format'",
      })
  void refusesBadUsageInOneLine(String arguments, String reason) {
    Outcome outcome = heaptwin(arguments.isBlank() ? new String[0] : arguments.split(" ", -1));

    outcome.isOneLine(2, reason);
  }

  @Test
  void refusesTargetsInOneLine() throws Exception {
    heaptwin("record", Long.toString(ChildProcesses.deadPid())).isOneLine(3, "there is no process");
    heaptwin("record", Long.toString(children.sleep().pid())).isOneLine(3, "is not a HotSpot JVM");
    heaptwin("record", "no.such.Main").isOneLine(3, "no JVM is called 'no.such.Main'");
    heaptwin("record", Long.toString(children.jvm("-XX:+DisableAttachMechanism").pid()))
        .isOneLine(3, "DisableAttachMechanism");
    heaptwin("doctor", "no.such.Main").isOneLine(3, "no JVM is called");
  }

  @Test
  void saysThatTheLibraryIsNotThere() throws IOException {
    // The tests of this module run without heaptwin.home.
    heaptwin("record", Long.toString(children.jvm().pid()))
        .isOneLine(4, "libheaptwin.so was not found");
    heaptwin("run", "--", "java", "-version").isOneLine(4, "libheaptwin.so was not found");
  }

  @Test
  void doctorEndsWithFourWhenRecordingIsImpossible() throws IOException {
    Outcome outcome = heaptwin("doctor", "--format", "json", Long.toString(children.sleep().pid()));

    JsonNode diagnosis = new ObjectMapper().readTree(outcome.out);
    assertThat(outcome.exitCode).isEqualTo(4);
    assertThat(diagnosis.get("schema").textValue()).isEqualTo("heaptwin-doctor/1");
    assertThat(diagnosis.get("recordingPossible").booleanValue()).isFalse();
    assertThat(diagnosis.get("checks"))
        .allSatisfy(
            check -> assertThat(check.get("status").textValue()).isIn("ok", "degraded", "missing"));
    assertThat(diagnosis.get("checks"))
        .filteredOn(check -> check.get("required").booleanValue())
        .extracting(check -> check.get("value").textValue())
        .anySatisfy(value -> assertThat(value).contains("is not a HotSpot JVM"))
        .anySatisfy(value -> assertThat(value).contains("libheaptwin.so was not found"));
  }

  @Test
  void doctorPrintsARemedyForWhateverIsNotWell() {
    Outcome outcome = heaptwin("doctor");

    List<String> lines = outcome.out.lines().toList();
    assertThat(lines).anySatisfy(line -> assertThat(line).startsWith("missing   libheaptwin.so"));
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("missing") || lines.get(i).startsWith("degraded")) {
        assertThat(lines.get(i + 1)).contains("-> ");
      }
    }
  }

  @Test
  void refusesForeignAndTruncatedProfiles() throws IOException {
    byte[] whole = Files.readAllBytes(profile());
    Path truncated =
        Files.write(directory.resolve("cut.htprof"), Arrays.copyOf(whole, whole.length / 2));
    Path foreign =
        Files.writeString(directory.resolve("other.json"), "{\"schema\":\"something/1\"}");
    Path random =
        Files.write(directory.resolve("random"), new byte[] {0x7f, 'E', 'L', 'F', 0, 1, 2, 3});
    Path empty = Files.createFile(directory.resolve("empty"));

    for (Path file : List.of(truncated, foreign, random, empty, directory)) {
      heaptwin("report", file.toString()).isOneLine(2, file.toString());
    }
  }

  @Test
  void reportsAsTextAndJson() throws IOException {
    String profile = profile().toString();

    Outcome text = heaptwin("report", profile);
    Outcome json = heaptwin("report", profile, "--format", "json");

    assertThat(text.err + json.err).isEmpty();
    assertThat(text.exitCode).isZero();
    assertThat(text.out)
        .startsWith("heaptwin: a.Main (pid 7)")
        .contains("No allocation was sampled");
    assertThat(new ObjectMapper().readTree(json.out).get("schema").textValue())
        .isEqualTo("heaptwin-report/1");
  }

  @Test
  void takesTheFormatFromTheEndingOfTheOutput() throws IOException {
    Path json = directory.resolve("r.json");
    Path text = directory.resolve("r.txt");

    assertThat(heaptwin("report", profile().toString(), "-o", json.toString()).out).isEmpty();
    heaptwin("report", profile().toString(), "-o", text.toString());

    assertThat(json).content().startsWith("{");
    assertThat(text).content().startsWith("heaptwin:");
    heaptwin("report", profile().toString(), "-o", "/proc/r.json")
        .isOneLine(2, "cannot be written");
  }

  @Test
  void putsTheAgentsStraightBehindTheExecutable() {
    List<String> command =
        RunCommand.withAgents(
            List.of("/jdk/bin/java", "-cp", "x", "a.Main"),
            Optional.of(Path.of("/lib/heaptwin-agent.jar")),
            Path.of("/lib/libheaptwin.so"),
            AgentOptions.start().with("file", "/tmp/a"));

    assertThat(command)
        .containsExactly(
            "/jdk/bin/java",
            "-javaagent:/lib/heaptwin-agent.jar",
            "-agentpath:/lib/libheaptwin.so=start,file=/tmp/a",
            "-cp",
            "x",
            "a.Main");
  }

  @Test
  void showsAStackTraceOnlyWhenAsked() {
    assertThat(heaptwin("report", "/no/such/file", "--stack-trace").err.lines())
        .hasSizeGreaterThan(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "list", "record", "run", "report", "doctor", "version"})
  void helpsOnStdout(String command) {
    Outcome outcome =
        heaptwin(
            Stream.of(command, "--help").filter(word -> !word.isEmpty()).toArray(String[]::new));

    assertThat(outcome.exitCode).isZero();
    assertThat(outcome.err).isEmpty();
    assertThat(outcome.out).startsWith("Usage: heaptwin").containsOnlyOnce("Usage: ");
  }

  /** A whole profile without any allocation. */
  private Path profile() throws IOException {
    String json =
        """
        {"schema":"heaptwin-profile/1","agent":{"version":"0.1.0"},
         "target":{"pid":7,"javaVersion":"17","vmName":"x","command":"a.Main","collector":"G1","compressedOops":true,
                   "compressedClassPointers":true,"compactHeaders":false,"objectAlignment":8,"processors":2},
         "recording":{"startMillis":1,"durationNanos":1000000000,"end":"stopped","exhaustive":false},
         "sources":{},"losses":{},"collections":{"count":0,"silent":0},"threads":[],"classes":[],"frames":[],"contexts":[]}
        """;
    Path file = directory.resolve("p.htprof");
    try (Writer writer =
        new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
      writer.write(json);
    }
    return file;
  }

  private static Outcome heaptwin(String... arguments) {
    return Outcome.of(arguments);
  }
}
