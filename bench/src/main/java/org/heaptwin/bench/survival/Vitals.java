package org.heaptwin.bench.survival;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a process holds at one moment.
 *
 * @param descriptors open files
 * @param threads those that are not short-lived by intention
 * @param bytes resident memory that is not backed by a file
 */
record Vitals(long descriptors, long threads, long bytes) {
  private static final long KIBIBYTE = 1024;
  private static final int STRETCHES = 8;

  /** Threads whose name begins with {@code brief} come and go and are not counted. */
  static Vitals of(long pid) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid));
    return new Vitals(entries(process.resolve("fd")), lastingThreads(process), anonymous(process));
  }

  /**
   * The least-squares slope of a quantity per measurement.
   *
   * @param series at least two, equally spaced
   */
  static double slope(List<Vitals> series, ToDoubleFunction<Vitals> quantity) {
    double middle = (series.size() - 1) / 2.0;
    double products = 0;
    double squares = 0;
    for (int i = 0; i < series.size(); i++) {
      products += (i - middle) * quantity.applyAsDouble(series.get(i));
      squares += (i - middle) * (i - middle);
    }
    return products / squares;
  }

  /**
   * The median of the slopes of eight stretches: what is added once, however much, is in one of
   * them; what is added again and again is in all.
   *
   * @param series at least 16, equally spaced
   */
  static double steadySlope(List<Vitals> series, ToDoubleFunction<Vitals> quantity) {
    int length = series.size() / STRETCHES;
    double[] slopes = new double[STRETCHES];
    for (int i = 0; i < STRETCHES; i++) {
      slopes[i] = slope(series.subList(i * length, (i + 1) * length), quantity);
    }
    Arrays.sort(slopes);
    return (slopes[STRETCHES / 2 - 1] + slopes[STRETCHES / 2]) / 2;
  }

  private static long entries(Path directory) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      long count = 0;
      for (Path ignored : entries) {
        count++;
      }
      return count;
    }
  }

  private static long lastingThreads(Path process) throws IOException {
    long count = 0;
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(process.resolve("task"))) {
      for (Path task : tasks) {
        String name = nameOf(task);
        if (!name.isEmpty() && !name.startsWith("brief")) {
          count++;
        }
      }
    }
    return count;
  }

  /** Empty when the thread ended meanwhile. */
  private static String nameOf(Path task) {
    try {
      return Files.readString(task.resolve("comm")).strip();
    } catch (IOException ended) {
      return "";
    }
  }

  private static long anonymous(Path process) throws IOException {
    for (String line : Files.readAllLines(process.resolve("status"))) {
      if (line.startsWith("RssAnon:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) * KIBIBYTE;
      }
    }
    throw new NoSuchFileException(process + "/status has no RssAnon");
  }
}
