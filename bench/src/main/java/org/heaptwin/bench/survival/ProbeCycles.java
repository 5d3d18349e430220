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
import org.heaptwin.profile.Sources;

/**
 * Probes placed into a loaded {@link SurvivalProgram} and removed again, time after time, under
 * full verification and with another agent that redefines the same classes meanwhile.
 */
final class ProbeCycles {
  private static final int STEPS = 100;

  /** Sites are chosen 0.3 s after the start and every second from then on. */
  private static final long CYCLE_NANOS = 2_500_000_000L;

  private ProbeCycles() {}

  /**
   * What was seen.
   *
   * @param cycles those in which probes were placed and registered objects
   * @param sites probed over all cycles
   * @param refused sites that could not be probed, over all cycles
   * @param registered objects over all cycles
   */
  record Result(
      int cycles, long sites, long refused, long registered, int exit, String out, String err) {
    long lines() {
      return out.lines().count();
    }
  }

  static Result run(Jdk jdk, int cycles, Path library, Path jar, Path directory)
      throws IOException, InterruptedException, TimeoutException {
    List<String> flags = new ArrayList<>(StartStopCycles.FLAGS);
    flags.add("-Xverify:all");
    flags.add("-javaagent:" + jar);
    flags.add("-javaagent:" + Redefiner.jar(directory));
    int probed = 0;
    long sites = 0;
    long refused = 0;
    long registered = 0;
    try (Target target = Target.start(jdk, "G1", directory, flags, SurvivalProgram.class)) {
      target.awaitLines(20);
      LoadedAgent agent = new LoadedAgent(target.pid(), library, directory);
      for (int cycle = 0; cycle < cycles; cycle++) {
        Sources.ProbeSource probes = cycle(target, agent, directory.resolve("cycle.htprof"));
        probed += probes.registered() > 0 ? 1 : 0;
        registered += probes.registered();
        long removed = probes.sites().stream().filter(s -> s.state().equals("removed")).count();
        sites += removed;
        refused += probes.sites().size() - removed;
      }
      int exit = target.tellToEnd();
      return new Result(probed, sites, refused, registered, exit, target.out(), target.err());
    }
  }

  private static Sources.ProbeSource cycle(Target target, LoadedAgent agent, Path file)
      throws IOException, InterruptedException, TimeoutException {
    Files.deleteIfExists(file);
    require(
        agent.start(file, "alloc=probes", "sites=*SurvivalProgram*;*TurningCache*;java.util.*"),
        "start");
    long until = System.nanoTime() + CYCLE_NANOS;
    do {
      target.awaitLines(STEPS);
    } while (System.nanoTime() < until);
    require(agent.stop(), "stop");
    Profile profile = ProfileReader.read(file);
    return profile.sources().probes();
  }

  private static void require(LoadedAgent.Answer answer, String command) {
    if (!answer.ok()) {
      throw new IllegalStateException(command + " answered " + answer);
    }
  }
}
