package org.heaptwin.bench.survival;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.heaptwin.bench.process.Jdk;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A recording does not keep dead humongous objects alive, which G1's young collections do for every
 * weak reference: without a marking they would fill the heap. The program's live set is 2 MB and
 * one array of 3 MB; the JVM's own log tells what a collection left. About 8 s for each JDK.
 */
class HumongousRetentionIT {
  private static final List<String> FLAGS =
      List.of(
          "-Xms512m",
          "-Xmx512m",
          "-XX:G1HeapRegionSize=1m",
          "-XX:InitiatingHeapOccupancyPercent=100",
          "-XX:-G1UseAdaptiveIHOP");
  private static final int MOST_LEFT_MB = 25;
  private static final Pattern LEFT = Pattern.compile("Pause Young .* \\d+M->(\\d+)M\\(");

  @ParameterizedTest
  @MethodSource("org.heaptwin.bench.survival.Setting#jdks")
  void deadHumongousObjectsAreReclaimed(Jdk jdk) throws Exception {
    Path directory = Setting.directory(HumongousRetentionIT.class, jdk.feature());
    Path log = directory.resolve("gc.log");
    List<String> flags =
        Stream.concat(FLAGS.stream(), Stream.of("-Xlog:gc:file=" + log + "::filecount=0")).toList();
    try (Target target = Target.start(jdk, "G1", directory, flags, HumongousProgram.class, 6)) {
      target.awaitLines(1);
      LoadedAgent agent = new LoadedAgent(target.pid(), Setting.LIBRARY, directory);
      assertThat(agent.start(directory.resolve("humongous.htprof"), "interval=1k").ok()).isTrue();
      assertThat(target.awaitEnd()).as(target.err()).isZero();
    }
    List<Integer> left = leftByCollections(log);
    assertThat(left).as("collections").hasSizeGreaterThan(5);
    assertThat(left).allSatisfy(megabytes -> assertThat(megabytes).isLessThan(MOST_LEFT_MB));
  }

  private static List<Integer> leftByCollections(Path log) throws IOException {
    return LEFT.matcher(Files.readString(log))
        .results()
        .map((MatchResult match) -> Integer.parseInt(match.group(1)))
        .toList();
  }
}
