package org.heaptwin.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileReaderTest {
  @TempDir Path folder;

  private static final String PROFILE =
      """
      {"schema": "heaptwin-profile/1", "agent": {"version": "0.1.0"},
       "target": {"pid": 123, "javaVersion": "17.0.15+6", "command": null, "collector": "G1", "novelty": [1]},
       "recording": {"startMillis": 1, "durationNanos": 2000000000, "end": "stopped", "exhaustive": false},
       "sources": {"allocation": {"kind": "jvmti-sampling", "smallestInterval": 1024, "largestInterval": 2048}},
       "losses": {"ring full": 3},
       "collections": {"count": 4, "silent": 1},
       "threads": [{"id": 1, "name": "main", "samples": 2, "bytes": 5.1e3, "bytesVariance": 2.2e6,
                    "largestWeight": 1024.5, "allocatedBytes": null}],
       "classes": [{"name": "java.lang.String", "hasReferences": null, "minimumSize": 24, "fields": 4}],
       "frames": ["a.b.C.m(C.java:12)", "a.b.C.n(Unknown Source)"],
       "contexts": [{"class": 0, "frames": [1, 0], "truncated": false,
         "allocation": {"samples": 3, "burstSamples": 5,
           "bytes": {"total": 2048, "variance": 1.5, "largestWeight": 1024},
           "objects": {"total": 80, "variance": 3, "largestWeight": 40},
           "largestInterval": 2048, "threads": [1]},
         "accesses": {"samples": 2, "offsets": [[12, 2]]},
         "comparisons": {"identical": {"match": 8, "mismatch": 0}, "different": {"match": 1, "mismatch": 2},
           "unknown": {"match": 4, "mismatch": 3}, "differentSize": 5,
           "offsetSource": {"context": 9, "class": 2, "uniform": 7}},
         "content": [{"depth": 0, "pooled": true, "inspected": 3, "group": [0, 1, 0], "size": [24, 24, 24],
           "interval": [2048, 2048, 2048], "epoch": null, "zeroGroups": [1], "fingerprints": ["aa", "bb"]}],
         "runs": [{"thread": 1, "epoch": 5, "size": 24, "sizes": null, "distances": [0, 0, 1, 2, 2],
           "burst": 3, "scope": "thread", "step": 0, "positions": [0, 1, 2, 5, 9], "group": [0, 2, 2, 0, 2]}],
         "runContents": ["0123456789abcdef"],
         "runSteps": [{"step": 0, "started": 5, "dropped": 2, "bytes": 480, "readBytes": 360}],
         "runsStarted": 5, "runsDropped": 2, "runsCut": 0,
         "runLengths": [{"from": 4, "started": 3, "cut": 0, "dropped": 1}, {"from": 64, "started": 2, "cut": 0, "dropped": 1}],
         "survival": {"met": 3, "survived": 1, "died": 2}}]}
      """;

  @Test
  void readsGzipAndPlainAlike() throws IOException {
    Profile plain = ProfileReader.read(write(PROFILE.getBytes(StandardCharsets.UTF_8)));
    Profile gzip = ProfileReader.read(write(gzip(PROFILE)));
    for (Profile profile : new Profile[] {plain, gzip}) {
      assertThat(profile.target().javaFeature()).isEqualTo(17);
      assertThat(profile.recording().durationSeconds()).isEqualTo(2);
      assertThat(profile.losses()).containsEntry("ring full", 3L);
      assertThat(profile.threads().get(0).bytes()).isEqualTo(5100);
      Context context = profile.contexts().get(0);
      assertThat(context.frames()).containsExactly(1, 0);
      assertThat(context.contentAt(0).group()).containsExactly(0, 1, 0);
      assertThat(context.runs().get(0).bytes()).isEqualTo(5 * 24);
      assertThat(context.comparisons().total()).isEqualTo(23);
      assertThat(context.comparisons().matches()).isEqualTo(13);
      assertThat(context.comparisons().offsetSource().classWide()).isEqualTo(2);
    }
  }

  @Test
  void lostRunsAreHeldAgainstTheLengthTheyHad() throws IOException {
    Context context =
        ProfileReader.read(write(PROFILE.getBytes(StandardCharsets.UTF_8))).contexts().get(0);
    assertThat(context.droppedShare(1)).isEqualTo(2.0 / 5);
    assertThat(context.droppedShare(8)).isEqualTo(1.0 / 2);
    assertThat(context.droppedShare(128)).isZero();
    String older = PROFILE.replaceAll("\"runLengths\": \\[.*\\],\n", "");
    context = ProfileReader.read(write(older.getBytes(StandardCharsets.UTF_8))).contexts().get(0);
    assertThat(context.runLengths()).isEmpty();
    assertThat(context.droppedShare(128)).isEqualTo(2.0 / 5);
  }

  @Test
  void unknownStaysNull() throws IOException {
    Profile profile = ProfileReader.read(write(gzip(PROFILE)));
    assertThat(profile.target().command()).isNull();
    assertThat(profile.threads().get(0).allocatedBytes()).isNull();
    assertThat(profile.classes().get(0).hasReferences()).isNull();
    assertThat(profile.sources().access()).isNull();
    assertThat(profile.contexts().get(0).contentAt(1)).isNull();
  }

  @Test
  void anEmptyRecordingIsAProfile() throws IOException {
    String empty =
        """
        {"schema": "heaptwin-profile/1", "target": {"pid": 1},
         "recording": {"startMillis": 1, "durationNanos": 0, "end": "stopped", "exhaustive": false}}
        """;
    assertThat(ProfileReader.read(write(gzip(empty))).contexts()).isEmpty();
  }

  /** Each row breaks one thing and names what the message must say. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "heaptwin-profile/1 | heaptwin-profile/2 | newer heaptwin",
        "heaptwin-profile/1 | other/1 | not a heaptwin profile",
        "\"class\": 0 | \"class\": 1 | class 1 is out of range",
        "[1, 0], \"truncated\" | [2, 0], \"truncated\" | frame 2 is out of range",
        "\"threads\": [1] | \"threads\": [7] | thread 7",
        "\"size\": [24, 24, 24] | \"size\": [24, 24] | differ in length",
        "\"size\": [24, 24, 24] | \"size\": [24, 0, 24] | not positive",
        "\"interval\": [2048, 2048, 2048] | \"interval\": [2048] | differ in length",
        "\"pooled\": true | \"pooled\": false | without epochs",
        "\"epoch\": null | \"epoch\": [1] | differ in length",
        "[\"aa\", \"bb\"] | [\"aa\"] | group 1 is out of range",
        "\"inspected\": 3 | \"inspected\": 2 | more objects than were inspected",
        "[0, 0, 1, 2, 2] | [0, 2, 1, 2, 2] | distance leads out",
        "\"sizes\": null | \"sizes\": [24] | differ in length",
        "\"positions\": [0, 1, 2, 5, 9] | \"positions\": [0, 1] | run in parallel",
        "[0, 2, 2, 0, 2] | [0, 3, 2, 0, 2] | content of a run 3 is out of range",
        "\"readBytes\": 360 | \"readBytes\": 500 | more was lost of the runs",
        "\"died\": 2 | \"died\": 3 | survived or died",
        "\"total\": 2048 | \"total\": -1 | negative",
        "\"total\": 2048 | \"total\": null | null",
        "\"samples\": 3 | \"sample\": 3 | samples",
        "\"losses\": {\"ring full\": 3} | \"losses\": 5 | losses",
      })
  void namesTheFirstInconsistency(String from, String to, String message) throws IOException {
    String broken = PROFILE.replace(from, to);
    assertThat(broken).isNotEqualTo(PROFILE);
    assertRefused(write(gzip(broken)), message);
  }

  @Test
  void refusesEveryTruncation() throws IOException {
    byte[] whole = gzip(PROFILE);
    for (int length = 0; length < whole.length; length += 7) {
      assertRefused(write(Arrays.copyOf(whole, length)), "");
    }
    byte[] text = PROFILE.getBytes(StandardCharsets.UTF_8);
    assertRefused(write(Arrays.copyOf(text, text.length / 2)), "ends early");
  }

  @Test
  void refusesWhatIsNoProfile() throws IOException {
    assertRefused(folder.resolve("absent"), "does not exist");
    assertRefused(folder, "is not a file");
    assertRefused(write("plain text".getBytes(StandardCharsets.UTF_8)), "is not a profile");
    assertRefused(write("[1]".getBytes(StandardCharsets.UTF_8)), "not a heaptwin profile");
    assertRefused(write(new byte[0]), "");
    byte[] damaged = gzip(PROFILE);
    damaged[damaged.length / 2] ^= 0x55;
    assertRefused(write(damaged), "");
    assertRefused(write((PROFILE + "x").getBytes(StandardCharsets.UTF_8)), "");
  }

  private static void assertRefused(Path file, String message) {
    assertThatThrownBy(() -> ProfileReader.read(file))
        .isInstanceOfSatisfying(
            Problem.class,
            problem -> {
              assertThat(problem.exitCode()).isEqualTo(ExitCode.USAGE);
              assertThat(problem.line()).contains(message).doesNotContain("\n");
            });
  }

  private Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("profile"), bytes);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
