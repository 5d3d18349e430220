package org.heaptwin.bench.overhead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the JVM to be measured behind what was started. */
final class TargetProcess {
  private static final long POLL_MILLIS = 5;

  private TargetProcess() {}

  /**
   * The id of the child that runs a java executable, as soon as it does.
   *
   * @throws IOException when the parent ends before it has one
   */
  static long childOf(Process parent, String java) throws IOException, InterruptedException {
    Path executable = Path.of(java).toRealPath();
    while (parent.isAlive()) {
      // The heaptwin script runs other commands first, and a child is a copy of its parent or a
      // helper before it is what it becomes.
      Optional<ProcessHandle> child =
          parent.children().filter(process -> runs(process.pid(), executable)).findFirst();
      if (child.isPresent()) {
        return child.get().pid();
      }
      Thread.sleep(POLL_MILLIS);
    }
    throw new IOException("heaptwin run ended with " + parent.exitValue() + " and started no JVM");
  }

  private static boolean runs(long pid, Path executable) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "exe")).equals(executable);
    } catch (IOException ended) {
      return false;
    }
  }
}
