package org.heaptwin.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.heaptwin.findings.Grouping;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TruthReaderTest {
  private static final String PROFILE =
      """
      {"recording": {"exhaustive": %s},
       "classes": [{"name": "int[]"}, {"name": "a.Node"}],
       "frames": ["a.B.m(B.java:1)", "a.B.n(B.java:2)", "a.B.o(B.java:3)",
         "(other stacks: the limit of contexts was reached)"],
       "contexts": [
        {"class": 0, "frames": [0, 1], "exhaustive": {"scope": "recording", "objects": 10, "bytes": 240,
          "grouped": 10, "groupedBytes": 240, "distinct": 3, "distinctBytes": 72, "largestGroup": 5,
          "largestGroupBytes": 120, "curve": {"windows": [1, 2], "objects": [4, 6], "unknown": 0}}},
        {"class": 0, "frames": [0, 2], "exhaustive": {"scope": "recording", "objects": 10, "bytes": 240,
          "grouped": 5, "groupedBytes": 120, "distinct": 5, "distinctBytes": 120, "largestGroup": 1,
          "largestGroupBytes": 24, "lost": {"dropped": 5}, "curve": {"windows": [1], "objects": [0], "unknown": 0}}},
        {"class": 1, "frames": [2], "exhaustive": {"scope": "epoch", "objects": 2, "bytes": 32,
          "grouped": 2, "groupedBytes": 32, "distinct": 1, "distinctBytes": 16, "largestGroup": 2,
          "largestGroupBytes": 32, "curve": {"windows": [], "objects": [], "unknown": 0}}},
        {"class": 1, "frames": [3], "exhaustive": {"scope": "epoch", "objects": 900, "bytes": 14400,
          "grouped": 900, "groupedBytes": 14400, "distinct": 1, "distinctBytes": 16, "largestGroup": 900,
          "largestGroupBytes": 14400, "curve": {"windows": [], "objects": [], "unknown": 0}}},
        {"class": 1, "frames": [0], "exhaustive": null,
          "allocation": {"objects": {"total": 7}, "bytes": {"total": 112}}}]}
      """;

  private static final ContextKey POOLED =
      ContextKey.of("int[]", List.of("a.B.m(B.java:1)", "a.B.n(B.java:2)"));
  private static final ContextKey HALF_READ =
      ContextKey.of("int[]", List.of("a.B.m(B.java:1)", "a.B.o(B.java:3)"));
  private static final ContextKey NODE = ContextKey.of("a.Node", List.of("a.B.o(B.java:3)"));
  private static final ContextKey UNREAD = ContextKey.of("a.Node", List.of("a.B.m(B.java:1)"));

  @TempDir Path directory;

  @Test
  void takesTheCountsAsTheyStand() throws IOException {
    TrueContext context = truth().contexts().get(POOLED);

    assertThat(context.complete()).isTrue();
    assertThat(context.duplicateShare()).isEqualTo(0.7);
    assertThat(context.replicaBytes()).isEqualTo(168);
    assertThat(context.largestShareByBytes()).isEqualTo(0.5);
    assertThat(context.largestShareByCount()).isEqualTo(0.5);
    assertThat(context.curve()).containsEntry(1, 0.4).containsEntry(2, 0.6);
  }

  @Test
  void doesNotSayMoreThanWasRead() throws IOException {
    Truth truth = truth();

    assertThat(truth.contexts().get(HALF_READ).complete()).isFalse();
    assertThat(truth.contexts().get(HALF_READ).curve()).isEmpty();
    assertThat(truth.contexts().get(NODE).largestShareByCount()).isNull();
    assertThat(truth.contexts().get(NODE).duplicateShare()).isEqualTo(0.5);
    assertThat(truth.contexts().get(UNREAD).duplicateShare()).isNull();
    assertThat(truth.contexts().get(UNREAD).bytes()).isEqualTo(112);
  }

  @Test
  void whatIsBeyondTheLimitOfContextsIsNone() throws IOException {
    assertThat(truth().contexts()).containsOnlyKeys(POOLED, HALF_READ, NODE, UNREAD);
  }

  @Test
  void countsBySiteGoBeforeSumsOverContexts() throws IOException {
    String sites =
        "\"sites\": [{\"class\": 0, \"frame\": 0, \"exhaustive\": {\"scope\": \"recording\", \"objects\": 20,"
            + " \"bytes\": 480, \"grouped\": 15, \"groupedBytes\": 360, \"distinctBytes\": 48}}],";
    String profile = PROFILE.formatted("true").replace("\"contexts\":", sites + "\"contexts\":");
    Truth truth = TruthReader.of(new JsonMapper().readTree(profile));
    TrueContext site =
        truth
            .rolledUp(Grouping.site())
            .contexts()
            .get(ContextKey.of("int[]", List.of("a.B.m(B.java:1)")));

    assertThat(site.duplicateShare()).isCloseTo(312 / 360.0, within(1e-12));
    assertThat(truth.contexts()).hasSize(4);
  }

  @Test
  void rollsUpBySite() throws IOException {
    TrueContext site =
        truth()
            .rolledUp(Grouping.site())
            .contexts()
            .get(ContextKey.of("int[]", List.of("a.B.m(B.java:1)")));

    assertThat(site.bytes()).isEqualTo(480);
    assertThat(site.duplicateShare()).isCloseTo(168 / 360.0, within(1e-12));
    assertThat(site.largestShareByCount()).isNull();
  }

  @Test
  void namesWhatHoldsAShareOfTheReplicas() throws IOException {
    // 168 of 184 bytes, 16 of 184 bytes.
    assertThat(truth().holding(0.05)).containsExactly(POOLED, NODE);
    assertThat(truth().holding(0.1)).containsExactly(POOLED);
  }

  @Test
  void refusesASampledRecording() throws IOException {
    Path file = directory.resolve("sampled.htprof");
    write(file, PROFILE.formatted("false"));

    assertThatThrownBy(() -> TruthReader.read(file)).hasMessageContaining("not an exhaustive");
  }

  private static Truth truth() throws IOException {
    return TruthReader.of(new JsonMapper().readTree(PROFILE.formatted("true")));
  }

  private static void write(Path file, String text) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
