package org.heaptwin.bench.survival;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.ProfileReader;

/** Starts and stops recordings of one {@link SurvivalProgram} again and again. */
final class StartStopCycles {
  /** Fixed heap, all of it touched: what grows is not the heap. */
  static final List<String> FLAGS = List.of("-Xms128m", "-Xmx128m", "-XX:+AlwaysPreTouch");

  /**
   * Cycles until growth counts. The VM's and libc's own caches fill first: resident memory grows by
   * hundreds of KiB a cycle in the first thirty, by tens up to a few hundred, by 2 to 4 after a
   * thousand, and then as much when the program is attached to only.
   */
  static final int WARM_UP = 600;

  /** On a busy machine, without heaptwin. */
  private static final long SLOWEST_STEPS_PER_SECOND = 50;

  /** Steps of the program in each recording: about 0.1 s. */
  static final int STEPS = 20;

  // Many registered objects in each recording: what is not given back adds up fast.
  private static final String INTERVAL = "interval=16k";

  private StartStopCycles() {}

  /**
   * What was seen.
   *
   * @param vitals after each cycle
   * @param profiles of each cycle, as read by the analysis
   * @param out the program's standard output
   * @param err its standard error
   */
  record Result(List<Vitals> vitals, List<Profile> profiles, int exit, String out, String err) {
    long lines() {
      return out.lines().count();
    }
  }

  /**
   * @param steps of the program in each recording
   */
  static Result run(
      Jdk jdk,
      String collector,
      int cycles,
      int steps,
      Path library,
      Path directory,
      List<String> moreFlags)
      throws IOException, InterruptedException, TimeoutException {
    List<String> flags = new ArrayList<>(FLAGS);
    flags.addAll(moreFlags);
    List<Vitals> vitals = new ArrayList<>();
    List<Profile> profiles = new ArrayList<>();
    try (Target target = Target.start(jdk, collector, directory, flags, SurvivalProgram.class)) {
      target.awaitLines(20);
      LoadedAgent agent = new LoadedAgent(target.pid(), library, directory);
      for (int cycle = 0; cycle < cycles; cycle++) {
        Path file = directory.resolve("cycle.htprof");
        Files.deleteIfExists(file);
        require(agent.start(file, INTERVAL), "start");
        target.awaitLines(steps);
        require(agent.stop(), "stop");
        profiles.add(ProfileReader.read(file));
        vitals.add(Vitals.of(target.pid()));
      }
      int exit = target.tellToEnd();
      return new Result(vitals, profiles, exit, target.out(), target.err());
    }
  }

  /** The output of a run without heaptwin, as long as is wanted. */
  static String outputWithoutHeaptwin(Jdk jdk, long steps, Path directory)
      throws IOException, InterruptedException, TimeoutException {
    try (Target target =
        Target.start(jdk, "Serial", directory, FLAGS, SurvivalProgram.class, steps)) {
      target.awaitEnd(steps / SLOWEST_STEPS_PER_SECOND);
      return target.out();
    }
  }

  /**
   * What the program holds when the library is attached to as often and never records: it loads
   * classes all the time, and the VM keeps a little of every attaching.
   *
   * @return after each cycle
   */
  static List<Vitals> vitalsOfAttachingAlone(
      Jdk jdk, String collector, int cycles, int steps, Path library, Path directory)
      throws IOException, InterruptedException, TimeoutException {
    List<Vitals> vitals = new ArrayList<>();
    try (Target target = Target.start(jdk, collector, directory, FLAGS, SurvivalProgram.class)) {
      target.awaitLines(20);
      LoadedAgent agent = new LoadedAgent(target.pid(), library, directory);
      for (int cycle = 0; cycle < cycles; cycle++) {
        require(agent.status(), "status");
        target.awaitLines(steps);
        require(agent.status(), "status");
        vitals.add(Vitals.of(target.pid()));
      }
    }
    return vitals;
  }

  private static void require(LoadedAgent.Answer answer, String command) {
    if (!answer.ok()) {
      throw new IllegalStateException(command + " answered " + answer);
    }
  }
}
