package org.heaptwin.bench.overhead;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.bench.programs.Program;

/**
 * Command lines of a program under each mode.
 *
 * @param asyncProfiler its native library
 * @param directory for what the profilers write
 */
record WatchedCommand(HeaptwinCommand heaptwin, Path asyncProfiler, Path directory) {
  /** Of one size: what the collector makes of a growing heap differs by a third from run to run. */
  private static final List<String> HEAP = List.of("-Xms2g", "-Xmx2g");

  /**
   * What to start.
   *
   * @param work rounds of the program
   */
  List<String> of(Program program, Jdk jdk, Mode mode, int work) {
    List<String> command = program.command(jdk, work, options(mode));
    if (mode != Mode.START) {
      return command;
    }
    List<String> started = new ArrayList<>(heaptwin.run(profile()));
    started.addAll(command);
    return started;
  }

  /** Where a recording of heaptwin goes. */
  Path profile() {
    return directory.resolve("profile.htprof");
  }

  private List<String> options(Mode mode) {
    List<String> options = new ArrayList<>(HEAP);
    options.addAll(watching(mode));
    return options;
  }

  private List<String> watching(Mode mode) {
    return switch (mode) {
      case OFF, ATTACH, START -> List.of();
      case ASYNC_PROFILER ->
          List.of(
              "-agentpath:"
                  + asyncProfiler
                  + "=start,event=alloc,file="
                  + directory.resolve("async-profiler.jfr"));
      case JFR_DEFAULT -> flightRecording("settings=default");
      case JFR_PROFILE -> flightRecording("settings=profile");
      // 150 a second is what settings=default asks for.
      case JFR_ALLOCATION ->
          flightRecording(
              "settings=none,jdk.ObjectAllocationSample#enabled=true,"
                  + "jdk.ObjectAllocationSample#throttle=150/s,"
                  + "jdk.ObjectAllocationSample#stackTrace=true");
    };
  }

  private List<String> flightRecording(String settings) {
    return List.of(
        "-XX:StartFlightRecording:"
            + settings
            + ",dumponexit=true,filename="
            + directory.resolve("flight.jfr"),
        "-Xlog:jfr+startup=error");
  }
}
