package org.heaptwin.bench.probes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.ProfileReader;

/**
 * One run of {@link ShortLivedProgram} recorded twice for the same time, by sampling alone and with
 * probes; the program is started with the Java agent.
 *
 * @param sampled by caller
 * @param probed by caller
 */
public record ProbeGain(Map<String, SeenOfPoints> sampled, Map<String, SeenOfPoints> probed) {
  // More access samples than usual, in both: ten times nothing must be more than chance.
  private static final String PERIOD = "2ms";

  /** {@code directory} takes the profiles. */
  public static ProbeGain measure(HeaptwinCommand heaptwin, Jdk jdk, double seconds, Path directory)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Path jar = heaptwin.root().resolve("javaagent/target/heaptwin-agent.jar");
    Process program =
        new ProcessBuilder(
                List.of(
                    jdk.java(),
                    "-XX:+UseSerialGC",
                    "-Xmx256m",
                    "-javaagent:" + jar,
                    "-cp",
                    Jdk.classPath(),
                    ShortLivedProgram.class.getName()))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("program.out").toFile())
            .start();
    try {
      while (Files.size(directory.resolve("program.out")) == 0 && program.isAlive()) {
        Thread.sleep(20);
      }
      return new ProbeGain(
          SeenOfPoints.of(record(heaptwin, program, seconds, directory, "sampled")),
          SeenOfPoints.of(record(heaptwin, program, seconds, directory, "auto")));
    } finally {
      program.destroyForcibly().waitFor();
    }
  }

  private static Profile record(
      HeaptwinCommand heaptwin, Process program, double seconds, Path directory, String mode)
      throws IOException, InterruptedException {
    Path profile = directory.resolve(mode + ".htprof");
    Files.deleteIfExists(profile);
    heaptwin.await(
        heaptwin.startRecording(
            program.pid(), seconds, profile, "--alloc", mode, "--period", PERIOD),
        profile);
    return ProfileReader.read(profile);
  }

  /** Rare callers of which objects were seen. */
  public static long rareFound(Map<String, SeenOfPoints> seen) {
    return seen.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith("rare") && entry.getValue().objects() > 0)
        .count();
  }

  /** A row for each caller. */
  public String table() {
    StringBuilder text = new StringBuilder();
    text.append(
        "caller         objects: sampled  probed   accesses: sampled  probed"
            + "   comparisons: sampled  probed\n");
    TreeSet<String> callers = new TreeSet<>(sampled.keySet());
    callers.addAll(probed.keySet());
    for (String caller : callers) {
      SeenOfPoints before = sampled.getOrDefault(caller, SeenOfPoints.NOTHING);
      SeenOfPoints with = probed.getOrDefault(caller, SeenOfPoints.NOTHING);
      text.append(
          String.format(
              Locale.ROOT,
              "%-14s %16d %7d %19d %7d %22d %7d%n",
              caller,
              before.objects(),
              with.objects(),
              before.accesses(),
              with.accesses(),
              before.comparisons(),
              with.comparisons()));
    }
    return text.toString();
  }
}
