package org.heaptwin.bench.findbugs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.ProfileReader;
import org.junit.jupiter.api.Test;

/** What a user sees first: FindBugs is recorded at work, and the report is printed and left. */
class DemoIT {
  @Test
  void recordsFindBugsAndPrintsTheReport() throws Exception {
    Path root = HeaptwinCommand.ofWorkingCopy().root();
    Path printed = Files.createTempFile("demo", ".txt");
    ProcessBuilder demo =
        new ProcessBuilder(root.resolve("scripts/demo.sh").toString(), "8s")
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile());
    Jdk jdk = Jdk.installed().getOrDefault(17, Jdk.running());
    demo.environment().put("JAVA_HOME", jdk.home().toString());
    Process started = demo.start();
    assertThat(started.waitFor(5, TimeUnit.MINUTES)).isTrue();
    String text = Files.readString(printed, StandardCharsets.UTF_8);
    assertThat(started.exitValue()).as(text).isZero();
    assertThat(text)
        .contains("RANKED BY REPLICA BYTES", "edu.umd.cs.findbugs", "profile: build/demo");

    Profile profile = ProfileReader.read(root.resolve("build/demo/findbugs.htprof"));
    assertThat(profile.recording().durationSeconds()).isGreaterThan(7);
    assertThat(profile.contexts()).hasSizeGreaterThan(100);
    JsonNode report = new ObjectMapper().readTree(root.resolve("build/demo/report.json").toFile());
    assertThat(report.get("contexts")).isNotEmpty();
  }
}
