package org.heaptwin.bench.programs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Class paths of the programs, from {@code bench/programs/<name>.xml} through Maven's dependency
 * plugin into {@code bench/target/programs/<name>}. Resolved on first use, so that a build does not
 * download what only this bench runs.
 */
final class ProgramLibraries {
  private static final String COPY =
      "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies";
  private static final String COMPLETE = ".complete";

  private final Path root;

  /**
   * @param root the working copy
   */
  ProgramLibraries(Path root) {
    this.root = root;
  }

  /** Where the jars of that name lie once they are resolved. */
  Path directory(String name) {
    return root.resolve("bench/target/programs").resolve(name);
  }

  /**
   * Resolves them, unless that was done before.
   *
   * @param transitive their dependencies, too
   * @throws IOException with Maven's words when it fails
   */
  Path resolve(String name, boolean transitive) throws IOException, InterruptedException {
    Path directory = directory(name);
    if (Files.exists(directory.resolve(COMPLETE))) {
      return directory;
    }
    Files.createDirectories(directory);
    Path log = directory.resolve("maven.log");
    Process maven =
        new ProcessBuilder(command(name, transitive, directory))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (maven.waitFor() != 0) {
      String words = Files.readString(log, StandardCharsets.UTF_8).strip();
      throw new IOException("Maven could not resolve the libraries of " + name + ": " + words);
    }
    Files.writeString(directory.resolve(COMPLETE), "");
    return directory;
  }

  private List<String> command(String name, boolean transitive, Path directory) {
    return List.of(
        "mvn",
        "-q",
        "-B",
        "-ntp",
        "-f",
        root.resolve("bench/programs").resolve(name + ".xml").toString(),
        COPY,
        "-DincludeScope=runtime",
        "-DexcludeTransitive=" + !transitive,
        "-DoutputDirectory=" + directory);
  }
}
