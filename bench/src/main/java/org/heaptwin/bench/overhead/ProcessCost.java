package org.heaptwin.bench.overhead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * What a whole process cost.
 *
 * @param wallSeconds from its start to its end
 * @param processorSeconds user and system time of all its threads
 * @param peakBytes largest resident set
 */
record ProcessCost(double wallSeconds, double processorSeconds, double peakBytes) {
  private static final long POLL_MILLIS = 20;

  /** Clock ticks in a second, as /proc counts them: USER_HZ, 100 on x86-64. */
  private static final double TICKS_PER_SECOND = 100;

  private static final int USER_TIME_FIELD = 11;
  private static final int SYSTEM_TIME_FIELD = 12;
  private static final double BYTES_PER_KILOBYTE = 1024;
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Waits for a process and reads its cost from /proc every 20 ms; what it spends after the last
   * reading is not seen.
   *
   * @param startNanos {@link System#nanoTime()} just before the process was started
   */
  static ProcessCost await(Process process, long startNanos) throws InterruptedException {
    Path directory = Path.of("/proc", Long.toString(process.pid()));
    double processor = 0;
    double peak = 0;
    do {
      try {
        processor =
            Math.max(processor, processorSeconds(Files.readString(directory.resolve("stat"))));
        peak = Math.max(peak, peakBytes(Files.readString(directory.resolve("status"))));
      } catch (IOException ended) {
        // The process is gone or about to be; the readings before it stand.
      }
    } while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS));
    return new ProcessCost((System.nanoTime() - startNanos) / NANOS_PER_SECOND, processor, peak);
  }

  /** User and system time from the text of /proc/pid/stat. */
  static double processorSeconds(String stat) {
    // The command's name stands in parentheses and may hold anything, so the fields are counted
    // from its end.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks =
        Long.parseLong(fields[USER_TIME_FIELD]) + Long.parseLong(fields[SYSTEM_TIME_FIELD]);
    return ticks / TICKS_PER_SECOND;
  }

  /**
   * Peak resident set from the text of /proc/pid/status; 0 for a process without memory, as one
   * that ended.
   */
  static double peakBytes(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToDouble(line -> Long.parseLong(line.replaceAll("\\D", "")) * BYTES_PER_KILOBYTE)
        .findFirst()
        .orElse(0);
  }
}
