package org.heaptwin.agent;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.heaptwin.agent.inside.SecondAgent;
import org.objectweb.asm.ClassReader;

/** A JDK in which the packaged agent is tried, every class verified. */
record RealJvm(int feature, Path home) {
  private static final Path JAR = Path.of(System.getProperty("heaptwin.agent.jar"));
  private static final Path INSTALLED = Path.of("/usr/lib/jvm");

  /** JDK 17 and 25, as far as they are installed; the running one is always among them. */
  static Stream<RealJvm> all() throws IOException {
    Map<Integer, RealJvm> found = new TreeMap<>();
    if (Files.isDirectory(INSTALLED)) {
      try (Stream<Path> homes = Files.list(INSTALLED)) {
        for (Path home : homes.filter(path -> Files.isReadable(path.resolve("release"))).toList()) {
          RealJvm jvm = new RealJvm(featureOf(home), home);
          found.put(jvm.feature, jvm);
        }
      }
    }
    int running = Runtime.version().feature();
    found.put(running, new RealJvm(running, Path.of(System.getProperty("java.home"))));
    found.keySet().removeIf(feature -> feature != running && feature != 17 && feature != 25);
    return found.values().stream();
  }

  /**
   * Runs a program of the test classes with the agent and another one loaded at start, and answers
   * what it printed as {@code name=value}. Fails on any other output and on an exit code other than
   * 0.
   */
  Map<String, String> run(Class<?> program, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin/java").toString());
    command.add("-XX:-PrintWarnings"); // of -Xverify itself, which is deprecated
    command.add("-Xverify:all");
    command.add("-javaagent:" + JAR);
    command.add("-javaagent:" + secondAgent());
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", classPath(), program.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError("exit code " + process.exitValue() + "\n" + output);
    }
    return parse(output);
  }

  /** Starts a program of the test classes into which the agent can be loaded. */
  Process startWithoutAgent(Class<?> program) throws IOException {
    return new ProcessBuilder(
            home.resolve("bin/java").toString(),
            "-XX:-PrintWarnings",
            "-Xverify:all",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:+EnableDynamicAgentLoading",
            "-cp",
            classPath(),
            program.getName())
        .redirectErrorStream(true)
        .start();
  }

  /** The test classes, and an ASM under its own name; the agent must not mind. */
  private static String classPath() {
    String asm = ClassReader.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return System.getProperty("heaptwin.test.classes") + File.pathSeparator + asm;
  }

  /** A jar that only names the entry point; the class is on the class path. */
  private static Path secondAgent() throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", SecondAgent.class.getName());
    attributes.putValue("Can-Redefine-Classes", "true");
    attributes.putValue("Can-Retransform-Classes", "true");
    Path jar = JAR.resolveSibling("second-agent.jar");
    try (OutputStream file = Files.newOutputStream(jar)) {
      new JarOutputStream(file, manifest).close();
    }
    return jar;
  }

  private static Map<String, String> parse(String output) {
    Map<String, String> values = new HashMap<>();
    for (String line : output.lines().toList()) {
      int equals = line.indexOf('=');
      if (equals < 0 || values.put(line.substring(0, equals), line.substring(equals + 1)) != null) {
        throw new AssertionError("unexpected output: " + output);
      }
    }
    return values;
  }

  private static int featureOf(Path home) throws IOException {
    Properties release = new Properties();
    try (var in = Files.newBufferedReader(home.resolve("release"))) {
      release.load(in);
    }
    return Runtime.Version.parse(release.getProperty("JAVA_VERSION").replace("\"", "")).feature();
  }
}
