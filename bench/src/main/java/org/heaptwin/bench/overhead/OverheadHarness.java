package org.heaptwin.bench.overhead;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.heaptwin.bench.findbugs.FindBugsCommand;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.ProfileReader;

/**
 * Measures what a recording by attach costs whole programs: {@code OverheadHarness [--rounds
 * rounds]}. Each round runs a program with and without heaptwin, in turns which of them comes
 * first, so that drift of the machine meets both alike. The cost of the heaptwin command itself, a
 * second process, is in the wall time only as far as it takes processors away from the program.
 */
public final class OverheadHarness {
  /** Time for the JVM to become attachable. */
  private static final long ATTACH_DELAY_MILLIS = 500;

  /** Longer than any program runs: a recording ends with its target. */
  private static final double RECORDING_SECONDS = 3_600;

  private static final String TABLES = "4000";
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double BYTES_PER_MEGABYTE = 1 << 20;

  private final HeaptwinCommand heaptwin;
  private final Path directory;

  private OverheadHarness(HeaptwinCommand heaptwin, Path directory) {
    this.heaptwin = heaptwin;
    this.directory = directory;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    int rounds = 10;
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      if (!arguments[i].equals("--rounds")) {
        throw new IllegalArgumentException("unknown option " + arguments[i]);
      }
      rounds = Integer.parseInt(arguments[i + 1]);
    }
    HeaptwinCommand heaptwin = HeaptwinCommand.ofWorkingCopy();
    Path directory = heaptwin.root().resolve("build/bench/overhead");
    Files.createDirectories(directory);
    Jdk jdk = Jdk.installed().getOrDefault(17, Jdk.running());
    OverheadHarness harness = new OverheadHarness(heaptwin, directory);
    List<Measurement> measurements = new ArrayList<>();
    measurements.add(
        harness.measure(
            "FindBugs", FindBugsCommand.longer(jdk, heaptwin.root(), directory), rounds));
    measurements.add(
        harness.measure(
            "allocating",
            List.of(
                jdk.java(),
                "-Xmx512m",
                "-cp",
                Jdk.classPath(),
                AllocatingProgram.class.getName(),
                TABLES),
            rounds));
    System.out.print(text(measurements));
    Path file = heaptwin.root().resolve("build/bench/overhead.json");
    new JsonMapper().writeValue(file.toFile(), measurements);
    System.out.println("every run: " + file);
  }

  private Measurement measure(String program, List<String> command, int rounds)
      throws IOException, InterruptedException {
    List<Measurement.Round> done = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      boolean offFirst = round % 2 == 0;
      ProcessCost off = offFirst ? run(command, null) : null;
      Path profile = directory.resolve(program + "-" + round + ".htprof");
      ProcessCost on = run(command, profile);
      if (off == null) {
        off = run(command, null);
      }
      Measurement.Round result = round(off, on, ProfileReader.read(profile));
      done.add(result);
      System.out.printf(
          Locale.ROOT,
          "%s, round %d of %d: %.2f s off, %.2f s on%n",
          program,
          round + 1,
          rounds,
          off.wallSeconds(),
          on.wallSeconds());
    }
    return new Measurement(program, done);
  }

  private static Measurement.Round round(ProcessCost off, ProcessCost on, Profile profile) {
    var pause = profile.sources().content().pauseNanos();
    return new Measurement.Round(
        off,
        on,
        pause == null || pause.total() == null ? null : pause.total() / NANOS_PER_SECOND,
        pause == null || pause.largest() == null ? null : pause.largest() / NANOS_PER_SECOND);
  }

  /**
   * Runs the program to its end.
   *
   * @param profile where to record it to; null to run it alone
   */
  private ProcessCost run(List<String> command, Path profile)
      throws IOException, InterruptedException {
    Path log = directory.resolve("program.log");
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      Process recording = null;
      if (profile != null) {
        Thread.sleep(ATTACH_DELAY_MILLIS);
        recording = heaptwin.startRecording(process.pid(), RECORDING_SECONDS, profile);
      }
      ProcessCost cost = ProcessCost.await(process, start);
      if (recording != null) {
        heaptwin.await(recording, profile);
      }
      if (process.exitValue() != 0) {
        throw new IOException("the program ended with " + process.exitValue() + "; see " + log);
      }
      return cost;
    } finally {
      process.destroyForcibly();
    }
  }

  private static String text(List<Measurement> measurements) {
    StringBuilder text = new StringBuilder();
    line(
        text,
        "program",
        "quantity",
        "off",
        "on",
        "on/off",
        "95 % of median",
        "smallest",
        "largest");
    for (Measurement measurement : measurements) {
      quantity(text, measurement, "wall s", ProcessCost::wallSeconds);
      quantity(text, measurement, "processor s", ProcessCost::processorSeconds);
      quantity(text, measurement, "peak MB", cost -> cost.peakBytes() / BYTES_PER_MEGABYTE);
      pauses(text, measurement);
    }
    return text.toString();
  }

  private static void quantity(
      StringBuilder text,
      Measurement measurement,
      String name,
      ToDoubleFunction<ProcessCost> quantity) {
    Ratio ratio = measurement.ratio(quantity);
    line(
        text,
        measurement.program(),
        name,
        number(measurement.median(false, quantity)),
        number(measurement.median(true, quantity)),
        number(ratio.median()),
        "[" + number(ratio.low()) + ", " + number(ratio.high()) + "]",
        number(ratio.smallest()),
        number(ratio.largest()));
  }

  private static void pauses(StringBuilder text, Measurement measurement) {
    double[] total =
        measurement.rounds().stream()
            .filter(r -> r.pauseSeconds() != null)
            .mapToDouble(Measurement.Round::pauseSeconds)
            .toArray();
    double[] longest =
        measurement.rounds().stream()
            .filter(r -> r.longestPauseSeconds() != null)
            .mapToDouble(Measurement.Round::longestPauseSeconds)
            .toArray();
    if (total.length == 0 || longest.length == 0) {
      text.append(measurement.program()).append(": no inspection, so no pause was added\n");
      return;
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%s: inspections added %.1f ms to the collections of a run (median), the longest one %.2f ms%n",
            measurement.program(),
            Ratio.median(total) * 1_000,
            Ratio.of(longest).largest() * 1_000));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  private static void line(StringBuilder text, Object... cells) {
    text.append(String.format(Locale.ROOT, "%-12s %-12s %9s %9s %8s %18s %9s %9s%n", cells));
  }
}
