package org.heaptwin.bench.accuracy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.bench.programs.Program;

/**
 * The profiles and heap dumps of this bench, one file each. What is there is not made again, so an
 * interrupted bench goes on where it was, and its files can be judged again.
 */
final class Recordings {
  /** Bounds the dump; everything a program keeps fits. */
  private static final String DUMP_HEAP = "-Xmx1g";

  /** The report is made here; printing it beside the program takes time away from it. */
  private static final String QUIET = "--quiet";

  private static final long DUMP_AFTER_SECONDS = 5;
  private static final double NANOS_PER_SECOND = 1e9;

  private final ProgramRecording recording;
  private final Path directory;

  Recordings(HeaptwinCommand heaptwin, Path directory) throws IOException {
    this.recording = new ProgramRecording(heaptwin);
    this.directory = directory;
    Files.createDirectories(directory);
  }

  /** A recording at the defaults. */
  Path sampled(Program program, Jdk jdk, double seconds, int number)
      throws IOException, InterruptedException {
    String name = "%s-%d-%.0fs-%d.htprof".formatted(program.name(), jdk.feature(), seconds, number);
    return recorded(program, jdk, seconds, name, List.of(QUIET));
  }

  /** An exhaustive recording; slow, so it sees less work in its time. */
  Path exhaustive(Program program, Jdk jdk, double seconds)
      throws IOException, InterruptedException {
    String name = "%s-%d-exhaustive.htprof".formatted(program.name(), jdk.feature());
    return recorded(program, jdk, seconds, name, List.of(QUIET, "--exhaustive"));
  }

  private Path recorded(Program program, Jdk jdk, double seconds, String name, List<String> options)
      throws IOException, InterruptedException {
    Path profile = directory.resolve(name);
    if (!Files.exists(profile)) {
      long start = System.nanoTime();
      recording.record(program, jdk, seconds, profile, options);
      System.out.printf(
          "recorded %s, %.0f s%n", name, (System.nanoTime() - start) / NANOS_PER_SECOND);
    }
    return profile;
  }

  /** A dump of everything on the heap in mid-run, garbage since the last collection included. */
  Path heapDump(Program program, Jdk jdk) throws IOException, InterruptedException {
    Path dump = directory.resolve("%s-%d.hprof".formatted(program.name(), jdk.feature()));
    if (!Files.exists(dump)) {
      recording.run(program, jdk, List.of(DUMP_HEAP), process -> dump(jdk, process, dump));
    }
    return dump;
  }

  private static void dump(Jdk jdk, Process process, Path dump)
      throws IOException, InterruptedException {
    TimeUnit.SECONDS.sleep(DUMP_AFTER_SECONDS);
    Path log = Path.of(dump + ".log");
    int exit =
        new ProcessBuilder(
                jdk.home().resolve("bin/jcmd").toString(),
                Long.toString(process.pid()),
                "GC.heap_dump",
                "-all",
                dump.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    if (exit != 0 || !Files.exists(dump)) {
      throw new IOException("no heap dump: " + Files.readString(log).strip());
    }
  }
}
