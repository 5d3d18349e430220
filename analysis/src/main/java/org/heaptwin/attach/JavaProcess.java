package org.heaptwin.attach;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.heaptwin.linux.ProcessFiles;
import org.heaptwin.linux.Users;

/**
 * A HotSpot JVM of this machine, as it looks from outside.
 *
 * @param pid its pid as this process sees it
 * @param uid its effective user
 * @param mainName main class, module/class or jar file; empty when it cannot be read
 * @param javaVersion such as 17.0.15+6; empty when it cannot be read
 * @param collector G1, Serial, Parallel, ZGC or Shenandoah; empty when it cannot be read
 */
public record JavaProcess(
    long pid,
    long uid,
    Optional<String> mainName,
    Optional<String> javaVersion,
    Optional<String> collector) {

  static JavaProcess of(ProcessFiles process) {
    Optional<PerformanceData> data = PerformanceData.of(process);
    return new JavaProcess(
        process.pid(),
        process.uid().orElse(-1),
        LaunchOptions.of(process, data).mainName(),
        data.flatMap(d -> d.text("java.property.java.vm.version"))
            .or(() -> releaseVersion(process)),
        data.flatMap(PerformanceData::collector));
  }

  public String user() {
    return Users.name(uid);
  }

  /** The main class or jar without its directory, or "unknown". */
  public String shortName() {
    return mainName.map(name -> name.substring(name.lastIndexOf('/') + 1)).orElse("unknown");
  }

  /**
   * Whether a user may mean this JVM by a name: main class with or without package, jar with or
   * without path and ending.
   */
  public boolean isCalled(String name) {
    if (mainName.isEmpty()) {
      return false;
    }
    String shortName = shortName();
    boolean jar = shortName.endsWith(".jar");
    String stem = jar ? shortName.substring(0, shortName.length() - ".jar".length()) : shortName;
    String simple = jar ? stem : stem.substring(stem.lastIndexOf('.') + 1);
    return name.equals(mainName.get())
        || name.equals(shortName)
        || name.equals(stem)
        || name.equals(simple);
  }

  /** What stands above {@link #line}. */
  public static String headings() {
    return row("pid", "user", "java", "collector", "main class or jar");
  }

  /** One line of a list. */
  public String line() {
    return row(
        Long.toString(pid),
        user(),
        javaVersion.orElse("unknown").replaceAll("-.*", ""),
        collector.orElse("unknown"),
        mainName.orElse("unknown"));
  }

  private static String row(
      String pid, String user, String version, String collector, String name) {
    return String.format("%7s  %-12s  %-14s  %-10s  %s", pid, user, version, collector, name);
  }

  /** The JDK's release file names its version even when the JVM keeps no performance data. */
  private static Optional<String> releaseVersion(ProcessFiles process) {
    Optional<Path> release =
        process
            .link("exe")
            .map(executable -> Path.of(executable.replace(" (deleted)", "")))
            .map(Path::getParent)
            .map(Path::getParent)
            .map(home -> process.inRoot(home.resolve("release").toString()));
    if (release.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Files.readAllLines(release.get()).stream()
          .filter(line -> line.startsWith("JAVA_VERSION="))
          .map(line -> line.substring("JAVA_VERSION=".length()).replace("\"", ""))
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
