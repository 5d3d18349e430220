package org.heaptwin.bench.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A JDK that programs are run with.
 *
 * @param feature its feature release, e.g. 17
 */
public record Jdk(int feature, Path home) {
  private static final Path INSTALLED = Path.of("/usr/lib/jvm");

  /** The JDK that runs this code. */
  public static Jdk running() {
    return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
  }

  /** The JDKs under /usr/lib/jvm and the running one, one for each feature release. */
  public static Map<Integer, Jdk> installed() {
    Map<Integer, Jdk> byFeature = new TreeMap<>();
    if (Files.isDirectory(INSTALLED)) {
      try (DirectoryStream<Path> homes = Files.newDirectoryStream(INSTALLED)) {
        homes.forEach(home -> at(home).ifPresent(jdk -> byFeature.put(jdk.feature(), jdk)));
      } catch (IOException unreadable) {
        // Then only the running one is known.
      }
    }
    byFeature.put(running().feature(), running());
    return byFeature;
  }

  /**
   * The class path of this code, for programs of ours that run as processes; in a test it is behind
   * the launcher's jar.
   */
  public static String classPath() {
    String given =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Arrays.stream(given.split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  public String java() {
    return home.resolve("bin/java").toString();
  }

  private static Optional<Jdk> at(Path home) {
    if (!Files.isExecutable(home.resolve("bin/java"))
        || !Files.isReadable(home.resolve("release"))) {
      return Optional.empty();
    }
    Properties release = new Properties();
    try (var in = Files.newBufferedReader(home.resolve("release"))) {
      release.load(in);
      String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
      return Optional.of(new Jdk(Runtime.Version.parse(version).feature(), home));
    } catch (IOException | IllegalArgumentException unusable) {
      return Optional.empty();
    }
  }
}
