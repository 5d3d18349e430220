package org.heaptwin.bench.survival;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.bench.survival.AddressReadings.Rule;

/**
 * The long forms of the survival tests on every JDK and collector: {@code SurvivalHarness [--cycles
 * n] [--readings n] [--pairs n] [--threads n] [--parts
 * addresses,cycles,churn,probes,retention,stacks]}. Prints a row for each run; exit code 0 when all
 * pass, 1 otherwise.
 */
public final class SurvivalHarness {
  private static final List<String> COLLECTORS = List.of("Serial", "Parallel", "G1");
  private static final Set<String> PARTS =
      Set.of("addresses", "cycles", "churn", "probes", "retention", "stacks");
  private static final int PROBE_CYCLES = 100;
  private static final int STACK_CALLS = 100_000;
  private static final double KIBIBYTE = 1024;

  // A recording's tables take hundreds of KiB.
  private static final double LARGEST_GROWTH = 16 * KIBIBYTE;

  private static final double LARGEST_RETENTION = 1.05;
  private static final double RETENTION_SECONDS = 10;

  private final Path library;
  private final Path agentJar;
  private final Path addressTruth;
  private final Path stackTruth;
  private final Path directory;
  private final Set<String> parts;
  private boolean passed = true;

  private SurvivalHarness(Path root, Set<String> parts) {
    this.parts = parts;
    this.library = root.resolve("build/lib/libheaptwin.so");
    this.agentJar = root.resolve("javaagent/target/heaptwin-agent.jar");
    this.addressTruth = root.resolve("build/tests/libaddress_truth.so");
    this.stackTruth = root.resolve("build/tests/libstack_truth.so");
    this.directory = root.resolve("build/bench/survival/harness");
  }

  public static void main(String[] arguments) throws Exception {
    int cycles = 400;
    int pairs = 9;
    int threads = 4_000;
    long readings = 3_000_000;
    Set<String> parts = PARTS;
    List<Integer> features = List.of(17, 25);
    List<String> collectors = COLLECTORS;
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      String value = arguments[i + 1];
      switch (arguments[i]) {
        case "--cycles" -> cycles = Integer.parseInt(value);
        case "--readings" -> readings = Long.parseLong(value);
        case "--pairs" -> pairs = Integer.parseInt(value);
        case "--threads" -> threads = Integer.parseInt(value);
        case "--parts" -> parts = Set.of(value.split(","));
        case "--jdks" -> features = Stream.of(value.split(",")).map(Integer::valueOf).toList();
        case "--collectors" -> collectors = List.of(value.split(","));
        default -> throw new IllegalArgumentException("unknown option " + arguments[i]);
      }
    }
    if (!PARTS.containsAll(parts)) {
      throw new IllegalArgumentException("the parts are " + PARTS);
    }
    SurvivalHarness harness = new SurvivalHarness(HeaptwinCommand.ofWorkingCopy().root(), parts);
    Map<Integer, Jdk> jdks = Jdk.installed();
    jdks.keySet().retainAll(features);
    for (Jdk jdk : jdks.values()) {
      for (String collector : collectors) {
        harness.all(jdk, collector, cycles, readings, threads);
      }
      if (parts.contains("probes")) {
        harness.probes(jdk, Math.min(cycles, PROBE_CYCLES));
      }
      if (parts.contains("stacks")) {
        harness.stacks(jdk);
      }
      if (parts.contains("retention")) {
        harness.retention(jdk, pairs);
      }
    }
    System.out.println(harness.passed ? "verdict: passed" : "verdict: FAILED");
    System.exit(harness.passed ? 0 : 1);
  }

  private void all(Jdk jdk, String collector, int cycles, long readings, int threads)
      throws Exception {
    if (parts.contains("addresses")) {
      addressTruth(jdk, collector, readings);
    }
    if (parts.contains("cycles")) {
      cycles(jdk, collector, cycles);
    }
    if (parts.contains("churn")) {
      threadChurn(jdk, collector, threads);
    }
  }

  private void addressTruth(Jdk jdk, String collector, long readings) throws Exception {
    AddressTruth.Result result =
        AddressTruth.run(jdk, collector, readings, addressTruth, directory);
    AddressTruth.Count rule = result.by(Rule.EPOCH);
    AddressTruth.Count start = result.by(Rule.COLLECTION_START);
    boolean right =
        rule.accepted() >= readings
            && rule.wrong() == 0
            && start.wrong() == 0
            && result.by(Rule.NONE).wrong() > 0;
    row(
        right,
        "addresses",
        jdk,
        collector,
        "epoch rule %d read, %d accepted, %d wrong; at collection start %d, %d wrong;"
            + " parity alone %d, %d wrong; no rule %d, %d wrong; %d collections, %d silent",
        rule.readings(),
        rule.accepted(),
        rule.wrong(),
        start.accepted(),
        start.wrong(),
        result.by(Rule.EVENT_PARITY).accepted(),
        result.by(Rule.EVENT_PARITY).wrong(),
        result.by(Rule.NONE).accepted(),
        result.by(Rule.NONE).wrong(),
        result.collections(),
        result.silent());
  }

  private void cycles(Jdk jdk, String collector, int cycles)
      throws IOException, InterruptedException, TimeoutException {
    int all = StartStopCycles.WARM_UP + cycles;
    StartStopCycles.Result result =
        StartStopCycles.run(
            jdk, collector, all, StartStopCycles.STEPS, library, directory, List.of());
    boolean same =
        result
            .out()
            .equals(
                StartStopCycles.outputWithoutHeaptwin(
                    jdk, result.lines(), directory.resolve("without")));
    List<Vitals> counted = last(cycles, result.vitals());
    double descriptors = Vitals.slope(counted, Vitals::descriptors);
    double threads = Vitals.slope(counted, Vitals::threads);
    double bytes = Vitals.steadySlope(counted, Vitals::bytes);
    List<Vitals> attached =
        StartStopCycles.vitalsOfAttachingAlone(
            jdk, collector, all, StartStopCycles.STEPS, library, directory.resolve("attached"));
    double attachedBytes = Vitals.steadySlope(last(cycles, attached), Vitals::bytes);
    row(
        same
            && result.exit() == 0
            && Math.abs(descriptors) < 0.01
            && threads < 0.05
            && bytes - attachedBytes < LARGEST_GROWTH,
        "cycles",
        jdk,
        collector,
        "%d cycles, %d profiles read, output %s; growth per cycle over the last %d: %.3f"
            + " descriptors, %.3f threads, %.1f KiB (%.1f KiB attached to and never recorded)",
        all,
        result.profiles().size(),
        same ? "as without heaptwin" : "DIFFERS",
        cycles,
        descriptors,
        threads,
        bytes / KIBIBYTE,
        attachedBytes / KIBIBYTE);
  }

  private static <T> List<T> last(int count, List<T> all) {
    return all.subList(all.size() - count, all.size());
  }

  private void threadChurn(Jdk jdk, String collector, int threads)
      throws IOException, InterruptedException, TimeoutException {
    ThreadChurn.Result result = ThreadChurn.run(jdk, collector, threads, library, directory);
    row(
        result.exit() == 0 && result.after().descriptors() == result.before().descriptors(),
        "churn",
        jdk,
        collector,
        "%d threads, %d seen, %d without probes; %d armed, %d traps;"
            + " descriptors %d before, %d during, %d after",
        threads,
        result.profile().threads().size(),
        result.unprobed(),
        result.profile().sources().watchpoints().armed(),
        result.profile().sources().watchpoints().traps(),
        result.before().descriptors(),
        result.during().descriptors(),
        result.after().descriptors());
  }

  private void probes(Jdk jdk, int cycles)
      throws IOException, InterruptedException, TimeoutException {
    ProbeCycles.Result result = ProbeCycles.run(jdk, cycles, library, agentJar, directory);
    boolean same =
        result
            .out()
            .equals(
                StartStopCycles.outputWithoutHeaptwin(
                    jdk, result.lines(), directory.resolve("without")));
    row(
        same && result.exit() == 0 && result.cycles() == cycles,
        "probes",
        jdk,
        "G1",
        "%d of %d cycles probed, %d sites, %d refused, %d objects registered, output %s",
        result.cycles(),
        cycles,
        result.sites(),
        result.refused(),
        result.registered(),
        same ? "as without heaptwin" : "DIFFERS");
  }

  private void stacks(Jdk jdk) throws IOException, InterruptedException, TimeoutException {
    for (List<String> mode : StackTruth.MODES) {
      StackTruth.Result result = StackTruth.run(jdk, mode, STACK_CALLS, stackTruth, directory);
      row(
          result.mistaken() == 0 && result.wrongly() == 0 && result.known() > STACK_CALLS,
          "stacks",
          jdk,
          "G1",
          "%s: %d allocations, %d stacks read, %d of them known, %d mistaken;"
              + " %d put together, %d wrongly",
          mode.isEmpty() ? "default" : String.join(" ", mode),
          result.allocations(),
          result.read(),
          result.known(),
          result.mistaken(),
          result.composed(),
          result.wrongly());
    }
  }

  private void retention(Jdk jdk, int pairs)
      throws IOException, InterruptedException, TimeoutException {
    HeapRetention.Result result =
        HeapRetention.run(jdk, pairs, RETENTION_SECONDS, library, directory);
    row(
        result.afterPauses() < LARGEST_RETENTION && result.afterMarkings() < LARGEST_RETENTION,
        "retention",
        jdk,
        "G1",
        "heap in use with heaptwin %.3f of without after collections, %.3f after markings,"
            + " medians of %d and %d runs",
        result.afterPauses(),
        result.afterMarkings(),
        result.with().size(),
        result.without().size());
  }

  private void row(
      boolean right, String what, Jdk jdk, String collector, String format, Object... values) {
    passed &= right;
    System.out.printf(
        Locale.ROOT,
        "%-6s %-9s JDK %d %-8s  %s%n",
        right ? "passed" : "FAILED",
        what,
        jdk.feature(),
        collector,
        String.format(Locale.ROOT, format, values));
  }
}
