package org.heaptwin.attach;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.heaptwin.linux.ProcessFiles;

/**
 * The options a JVM was started with, as far as they can be read from outside: its performance data
 * (complete), or else its command line, argument files and environment.
 */
record LaunchOptions(List<String> options, Optional<String> mainName) {
  /** Options of the java launcher whose value is the next argument. */
  private static final Set<String> WITH_VALUE =
      Set.of(
          "-cp",
          "-classpath",
          "--class-path",
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "--enable-native-access",
          "--add-reads",
          "--add-exports",
          "--add-opens",
          "--limit-modules",
          "--patch-module",
          "--source",
          "-d",
          "--describe-module");

  static LaunchOptions of(ProcessFiles process, Optional<PerformanceData> data) {
    LaunchOptions commandLine = ofCommandLine(expandArgumentFiles(process));
    List<String> options = new ArrayList<>();
    Optional<String> told = data.flatMap(d -> d.text("java.rt.vmArgs"));
    if (told.isPresent()) {
      options.addAll(words(data.flatMap(d -> d.text("java.rt.vmFlags")).orElse("")));
      options.addAll(words(told.get()));
    } else {
      // The order in which HotSpot applies them: the last one wins.
      options.addAll(words(process.environment("JAVA_TOOL_OPTIONS").orElse("")));
      options.addAll(words(process.environment("JDK_JAVA_OPTIONS").orElse("")));
      options.addAll(commandLine.options());
      options.addAll(words(process.environment("_JAVA_OPTIONS").orElse("")));
    }
    Optional<String> main =
        data.flatMap(d -> d.text("sun.rt.javaCommand"))
            .filter(command -> !command.isBlank())
            .map(command -> command.split(" ", -1)[0])
            .or(commandLine::mainName);
    return new LaunchOptions(List.copyOf(options), main);
  }

  /** Reads the arguments of a java launcher, without the executable's own name. */
  static LaunchOptions ofCommandLine(List<String> arguments) {
    List<String> options = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      boolean namesMain = Set.of("-jar", "-m", "--module").contains(argument);
      if (namesMain) {
        return new LaunchOptions(
            options,
            i + 1 < arguments.size() ? Optional.of(arguments.get(i + 1)) : Optional.empty());
      }
      if (argument.startsWith("--module=")) {
        return new LaunchOptions(options, Optional.of(argument.substring("--module=".length())));
      }
      if (!argument.startsWith("-")) {
        return new LaunchOptions(options, Optional.of(argument));
      }
      options.add(argument);
      if (WITH_VALUE.contains(argument)) {
        i++;
      }
    }
    return new LaunchOptions(options, Optional.empty());
  }

  /**
   * Whether a HotSpot flag is switched on or off here; the last mention wins, empty when nobody
   * mentions it.
   */
  Optional<Boolean> flag(String name) {
    Optional<Boolean> value = Optional.empty();
    for (String option : options) {
      if (option.equals("-XX:+" + name)) {
        value = Optional.of(true);
      } else if (option.equals("-XX:-" + name)) {
        value = Optional.of(false);
      }
    }
    return value;
  }

  private static List<String> expandArgumentFiles(ProcessFiles process) {
    List<String> arguments = process.arguments();
    return arguments.stream().skip(1).flatMap(argument -> expand(process, argument)).toList();
  }

  private static Stream<String> expand(ProcessFiles process, String argument) {
    if (!argument.startsWith("@") || argument.startsWith("@@")) {
      return Stream.of(argument);
    }
    String name = argument.substring(1);
    Path file =
        name.startsWith("/")
            ? process.inRoot(name)
            : process.directory().resolve("cwd").resolve(name);
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> !line.startsWith("#"))
          .flatMap(line -> words(line).stream())
          .map(word -> word.replaceAll("^[\"']|[\"']$", ""));
    } catch (IOException e) {
      return Stream.of();
    }
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+", -1));
  }
}
