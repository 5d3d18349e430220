package org.heaptwin.bench.survival;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.heaptwin.bench.process.Jdk;

/** A program of ours in a JVM of its own, with its output in files. Closing it kills it. */
final class Target implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final Process process;
  private final Path out;
  private final Path err;

  private Target(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /**
   * Starts {@code program} with its arguments.
   *
   * @param collector name as in {@code -XX:+Use<name>GC}
   * @param directory for its output files
   */
  static Target start(
      Jdk jdk,
      String collector,
      Path directory,
      List<String> flags,
      Class<?> program,
      Object... arguments)
      throws IOException {
    Files.createDirectories(directory);
    List<String> command = new ArrayList<>(List.of(jdk.java(), "-XX:+Use" + collector + "GC"));
    command.addAll(flags);
    command.addAll(List.of("-cp", Jdk.classPath(), program.getName()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    return new Target(process, out, err);
  }

  long pid() {
    return process.pid();
  }

  boolean runs() {
    return process.isAlive();
  }

  String out() {
    return text(out);
  }

  String err() {
    return text(err);
  }

  /** Whole lines printed so far. */
  long lines() {
    return out().chars().filter(c -> c == '\n').count();
  }

  /** Waits until {@code more} further lines are printed: the program moves on. */
  void awaitLines(int more) throws InterruptedException, TimeoutException {
    long wanted = lines() + more;
    await(() -> lines() >= wanted);
  }

  /** Waits for a condition; a target that ended meanwhile will not fulfil it. */
  void await(BooleanSupplier condition) throws InterruptedException, TimeoutException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.getAsBoolean()) {
      if (!runs() && !condition.getAsBoolean()) {
        throw new IllegalStateException(
            "the target ended with " + process.exitValue() + ": " + err() + tail(out()));
      }
      if (System.nanoTime() - end > 0) {
        throw new TimeoutException("nothing happened for " + PATIENCE_SECONDS + " s: " + err());
      }
      Thread.sleep(5);
    }
  }

  /** Tells the program to end by itself; returns its exit value. */
  int tellToEnd() throws IOException, InterruptedException, TimeoutException {
    process.getOutputStream().write('\n');
    process.getOutputStream().close();
    return awaitEnd();
  }

  int awaitEnd() throws InterruptedException, TimeoutException {
    return awaitEnd(0);
  }

  /** Waits for a program that goes on for so many seconds. */
  int awaitEnd(long seconds) throws InterruptedException, TimeoutException {
    if (!process.waitFor(seconds + PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new TimeoutException("the target did not end");
    }
    return process.exitValue();
  }

  /** kill -9. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private static String tail(String text) {
    return text.substring(Math.max(0, text.length() - 2_000));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
