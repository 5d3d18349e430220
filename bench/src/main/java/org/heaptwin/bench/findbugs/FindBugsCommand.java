package org.heaptwin.bench.findbugs;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heaptwin.bench.process.Jdk;

/** How to run FindBugs 3.0.1, a real program with known replicas, over real libraries. */
public final class FindBugsCommand {
  /** The last release with a security manager, which FindBugs 3 installs. */
  private static final int NEWEST_RELEASE = 17;

  private FindBugsCommand() {}

  /**
   * The command line for two libraries: about 12 s of work.
   *
   * @param root the working copy, built
   * @param directory for FindBugs' files
   * @throws IOException when the working copy is not built or the JDK is too new
   */
  public static List<String> of(Jdk jdk, Path root, Path directory) throws IOException {
    return of(jdk, root, directory, List.of());
  }

  /** The command line for two libraries more: about 20 s of work. Otherwise as {@link #of}. */
  public static List<String> longer(Jdk jdk, Path root, Path directory) throws IOException {
    Path more = root.resolve("bench/target/analysed-longer");
    return of(
        jdk,
        root,
        directory,
        List.of(more.resolve("dom4j-1.6.1.jar"), more.resolve("jaxen-1.1.6.jar")));
  }

  private static List<String> of(Jdk jdk, Path root, Path directory, List<Path> more)
      throws IOException {
    if (jdk.feature() > NEWEST_RELEASE) {
      throw new IOException("FindBugs 3 does not run on JDK " + jdk.feature() + "; use a JDK 17");
    }
    Files.createDirectories(directory);
    Path platform = directory.resolve("rt8.jar");
    if (!Files.exists(platform)) {
      CtSymJar.write(jdk.home().resolve("lib/ct.sym"), platform);
    }
    List<String> command = new ArrayList<>();
    command.add(jdk.java());
    command.add("-Xmx512m");
    command.add("-Djava.util.prefs.userRoot=" + directory);
    command.addAll(
        List.of("-cp", root.resolve("bench/target/lib") + "/*", "edu.umd.cs.findbugs.FindBugs2"));
    command.addAll(List.of("-effort:default", "-low", "-auxclasspath", platform.toString()));
    command.addAll(List.of("-output", directory.resolve("findbugs.txt").toString()));
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(root.resolve("bench/target/analysed"), "*.jar")) {
      jars.forEach(jar -> command.add(jar.toString()));
    }
    more.forEach(jar -> command.add(jar.toString()));
    return command;
  }
}
