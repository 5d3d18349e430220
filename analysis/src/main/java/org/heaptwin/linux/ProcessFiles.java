package org.heaptwin.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What {@code /proc/<pid>} says about one process. Every reading is of this moment: a process can
 * end between two of them, and an unreadable file is an empty answer.
 */
public record ProcessFiles(long pid) {
  private static final Path PROC = Path.of("/proc");

  /** Every process that this one can see. */
  public static List<ProcessFiles> all() {
    try (Stream<Path> entries = Files.list(PROC)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(name -> name.chars().allMatch(Character::isDigit))
          .map(name -> new ProcessFiles(Long.parseLong(name)))
          .sorted((a, b) -> Long.compare(a.pid, b.pid))
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  public static ProcessFiles self() {
    return new ProcessFiles(ProcessHandle.current().pid());
  }

  public Path directory() {
    return PROC.resolve(Long.toString(pid));
  }

  /** A path of the process's own file system, seen from here. */
  public Path inRoot(String absolutePath) {
    return directory().resolve("root" + absolutePath);
  }

  public boolean exists() {
    return Files.exists(directory());
  }

  /** A field of {@code status}, such as {@code Uid}, trimmed. */
  public Optional<String> status(String field) {
    String prefix = field + ":";
    return read("status")
        .flatMap(text -> text.lines().filter(line -> line.startsWith(prefix)).findFirst())
        .map(line -> line.substring(prefix.length()).strip());
  }

  /**
   * The state letter: R, S, D, T (stopped), t (traced), Z (ended, not yet collected by its parent).
   */
  public char state() {
    return status("State").filter(text -> !text.isEmpty()).map(text -> text.charAt(0)).orElse('?');
  }

  /** The effective user. */
  public OptionalLong uid() {
    return second("Uid");
  }

  /** The effective group. */
  public OptionalLong gid() {
    return second("Gid");
  }

  public List<Long> groups() {
    return status("Groups").stream()
        .flatMap(text -> Stream.of(text.split("\\s+", -1)))
        .filter(text -> !text.isEmpty())
        .map(Long::valueOf)
        .toList();
  }

  /** The pid inside the innermost pid namespace of the process. */
  public long innerPid() {
    return status("NSpid")
        .map(text -> text.split("\\s+", -1))
        .map(numbers -> Long.parseLong(numbers[numbers.length - 1]))
        .orElse(pid);
  }

  /** Whether the process has a handler of its own for a signal; empty when it cannot be told. */
  public Optional<Boolean> catches(int signal) {
    return status("SigCgt")
        .map(mask -> (Long.parseUnsignedLong(mask, 16) >>> (signal - 1) & 1) != 0);
  }

  /** The pid of a debugger or tracer, 0 for none. */
  public long tracer() {
    return status("TracerPid").map(Long::parseLong).orElse(0L);
  }

  /**
   * The arguments it was started with; empty for a kernel thread, a process that ended, or one we
   * must not read.
   */
  public List<String> arguments() {
    return zeroTerminated("cmdline");
  }

  /** The value of a variable in the environment it was started with. */
  public Optional<String> environment(String variable) {
    String prefix = variable + "=";
    return zeroTerminated("environ").stream()
        .filter(entry -> entry.startsWith(prefix))
        .map(entry -> entry.substring(prefix.length()))
        .findFirst();
  }

  /** Whether a mapped file has this name; empty when the mappings cannot be read. */
  public Optional<Boolean> maps(String fileName) {
    return read("maps").map(text -> text.lines().anyMatch(line -> isMappingOf(line, fileName)));
  }

  /** When it started, in clock ticks since boot: with the pid, this names one process for ever. */
  public OptionalLong startTicks() {
    Optional<String> stat = read("stat");
    if (stat.isEmpty()) {
      return OptionalLong.empty();
    }
    // The command in parentheses may hold anything, so fields are counted after the last
    // parenthesis: field 22 is the start.
    String[] fields = stat.get().substring(stat.get().lastIndexOf(')') + 2).split(" ", -1);
    return fields.length > 19 ? OptionalLong.of(Long.parseLong(fields[19])) : OptionalLong.empty();
  }

  /** The target of a link such as {@code exe}, {@code ns/mnt} or {@code root}. */
  public Optional<String> link(String name) {
    try {
      return Optional.of(Files.readSymbolicLink(directory().resolve(name)).toString());
    } catch (IOException | SecurityException e) {
      return Optional.empty();
    }
  }

  /** Whether it still runs: there, and more than an entry that waits for its parent. */
  public boolean runs() {
    return exists() && state() != 'Z' && state() != 'X';
  }

  private static boolean isMappingOf(String line, String fileName) {
    return line.endsWith("/" + fileName) || line.endsWith("/" + fileName + " (deleted)");
  }

  private OptionalLong second(String field) {
    return status(field).stream()
        .map(text -> text.split("\\s+", -1))
        .filter(ids -> ids.length > 1)
        .mapToLong(ids -> Long.parseLong(ids[1]))
        .findFirst();
  }

  private List<String> zeroTerminated(String file) {
    return read(file)
        .filter(text -> !text.isEmpty())
        .map(text -> text.endsWith("\0") ? text.substring(0, text.length() - 1) : text)
        .map(text -> Arrays.asList(text.split("\0", -1)))
        .orElse(List.of());
  }

  private Optional<String> read(String file) {
    try {
      return Optional.of(Files.readString(directory().resolve(file), StandardCharsets.ISO_8859_1))
          .map(
              text ->
                  new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
