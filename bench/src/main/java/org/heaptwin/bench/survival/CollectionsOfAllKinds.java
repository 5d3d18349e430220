package org.heaptwin.bench.survival;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Makes a JVM collect in every way it knows: young collections all the time, and in turn a full one
 * on demand, the class histogram's and the heap dump's (which JDK 17 does not announce), those that
 * humongous arrays bring about, and those that begin for want of metaspace.
 */
final class CollectionsOfAllKinds {
  private static final int HUMONGOUS = 700_000;
  private static final int LOADED = 1_500;

  private final ThrowAwayClass throwAway = new ThrowAwayClass();
  private final Path heapDumps;
  private volatile boolean stopped;
  private long dumps;

  /**
   * @param heapDumps directory for heap dumps, which are deleted at once
   */
  CollectionsOfAllKinds(Path heapDumps) {
    this.heapDumps = heapDumps;
  }

  void stop() {
    stopped = true;
  }

  /** Until {@link #stop}: short-lived objects, some of which live for a few collections. */
  void allocate() {
    Deque<byte[]> window = new ArrayDeque<>();
    for (int i = 0; !stopped; i++) {
      window.add(new byte[64 + i % 2048]);
      if (window.size() > 2_000) {
        window.remove();
      }
    }
  }

  /** Until {@link #stop}: one kind after the other. */
  void collectInTurn() throws IOException, JMException {
    for (int turn = 0; !stopped; turn++) {
      switch (turn % 5) {
        case 0 -> System.gc();
        case 1 -> classHistogram();
        case 2 -> heapDump();
        case 3 -> humongousArrays();
        default -> loadClasses();
      }
    }
  }

  private static void classHistogram() throws JMException {
    ManagementFactory.getPlatformMBeanServer()
        .invoke(
            new ObjectName("com.sun.management:type=DiagnosticCommand"),
            "gcClassHistogram",
            new Object[] {new String[0]},
            new String[] {String[].class.getName()});
  }

  private void heapDump() throws IOException {
    Path file = heapDumps.resolve("dump-" + dumps++ + ".hprof");
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpHeap(file.toString(), true);
    Files.delete(file);
  }

  private static void humongousArrays() {
    for (int i = 0; i < 100; i++) {
      byte[] humongous = new byte[HUMONGOUS];
      humongous[i] = 1;
    }
  }

  @SuppressWarnings("ModifiedButNotUsed") // Keeps the classes loaded together until all are.
  private void loadClasses() {
    List<Object> loaded = new ArrayList<>();
    for (int i = 0; i < LOADED; i++) {
      loaded.add(throwAway.load());
    }
    loaded.clear();
  }
}
