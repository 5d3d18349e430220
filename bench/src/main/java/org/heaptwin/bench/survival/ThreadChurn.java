package org.heaptwin.bench.survival;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.ProfileReader;

/** Records a program whose threads come and go all the time, with watchpoints on them. */
final class ThreadChurn {
  private static final int THREADS_PER_SECOND = 200;
  private static final int THREADS_PER_LINE = 100;

  private ThreadChurn() {}

  /**
   * What was seen.
   *
   * @param threads started during the recording, at least
   * @param during descriptors while recording
   */
  record Result(
      int threads,
      Vitals before,
      Vitals during,
      Vitals after,
      Profile profile,
      int exit,
      String err) {
    long unprobed() {
      return profile.losses().getOrDefault("thread probes unavailable", 0L);
    }
  }

  /**
   * The reading with the fewest descriptors within a second: the attach listener closes its
   * connection some time after the answer.
   */
  private static Vitals settled(Target target) throws IOException, InterruptedException {
    Vitals fewest = Vitals.of(target.pid());
    for (int i = 0; i < 20; i++) {
      Thread.sleep(50);
      Vitals now = Vitals.of(target.pid());
      fewest = now.descriptors() < fewest.descriptors() ? now : fewest;
    }
    return fewest;
  }

  static Result run(Jdk jdk, String collector, int threads, Path library, Path directory)
      throws IOException, InterruptedException, TimeoutException {
    try (Target target =
        Target.start(
            jdk,
            collector,
            directory,
            List.of("-Xmx64m"),
            ThreadChurnProgram.class,
            THREADS_PER_SECOND)) {
      target.awaitLines(1);
      LoadedAgent agent = new LoadedAgent(target.pid(), library, directory);
      // The first command opens what stays open: the attach listener's socket.
      agent.status();
      Vitals before = settled(target);
      Path file = directory.resolve("churn.htprof");
      LoadedAgent.Answer started = agent.start(file, "interval=4k", "bursts=off");
      target.awaitLines(threads / THREADS_PER_LINE);
      Vitals during = Vitals.of(target.pid());
      LoadedAgent.Answer stopped = agent.stop();
      if (!started.ok() || !stopped.ok()) {
        throw new IllegalStateException(started + ", " + stopped);
      }
      Vitals after = settled(target);
      int exit = target.tellToEnd();
      return new Result(
          threads, before, during, after, ProfileReader.read(file), exit, target.err());
    }
  }
}
