package org.heaptwin.bench.overhead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
  private static final int START_TIME_FIELD = 19;
  private static final double BYTES_PER_KILOBYTE = 1024;

  /**
   * Waits for a process to end, a child of ours or not, and reads its cost from /proc every 20 ms;
   * what it spends after the last reading is not seen. Its start is known to 10 ms, its end to 20,
   * whatever started it.
   *
   * @throws IOException when the process cannot be read once
   */
  static ProcessCost await(long pid) throws IOException, InterruptedException {
    Path directory = Path.of("/proc", Long.toString(pid));
    String stat = Files.readString(directory.resolve("stat"));
    double start = startSeconds(stat);
    double processor = 0;
    double peak = 0;
    try {
      while (true) {
        processor = Math.max(processor, processorSeconds(stat));
        if (hasEnded(stat)) {
          break;
        }
        peak = Math.max(peak, peakBytes(Files.readString(directory.resolve("status"))));
        Thread.sleep(POLL_MILLIS);
        stat = Files.readString(directory.resolve("stat"));
      }
    } catch (IOException ended) {
      // The process is gone; the readings before it stand.
    }
    String uptime = Files.readString(Path.of("/proc/uptime"));
    return new ProcessCost(Double.parseDouble(uptime.split(" ", -1)[0]) - start, processor, peak);
  }

  /** Seconds from the machine's start to that of the process, from the text of /proc/pid/stat. */
  static double startSeconds(String stat) {
    return Long.parseLong(fields(stat)[START_TIME_FIELD]) / TICKS_PER_SECOND;
  }

  /** Whether a process only waits to be reaped, from the text of /proc/pid/stat. */
  static boolean hasEnded(String stat) {
    String state = fields(stat)[0];
    return state.equals("Z") || state.equals("X");
  }

  /** User and system time from the text of /proc/pid/stat. */
  static double processorSeconds(String stat) {
    String[] fields = fields(stat);
    long ticks =
        Long.parseLong(fields[USER_TIME_FIELD]) + Long.parseLong(fields[SYSTEM_TIME_FIELD]);
    return ticks / TICKS_PER_SECOND;
  }

  private static String[] fields(String stat) {
    // The command's name stands in parentheses and may hold anything, so the fields are counted
    // from its end.
    return stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ", -1);
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
