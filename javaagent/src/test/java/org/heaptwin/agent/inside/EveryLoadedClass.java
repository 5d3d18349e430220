package org.heaptwin.agent.inside;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Probes everything that many loaded classes of the JDK allocate, and then makes them work. */
public final class EveryLoadedClass {
  private static final int SITES = 256;

  private EveryLoadedClass() {}

  /**
   * Prints what was found, one {@code name=value} a line. The property one.in says of how many
   * classes one is probed.
   */
  public static void main(String[] arguments) throws Exception {
    int oneIn = Integer.getInteger("one.in");
    long expected = work();
    List<String> request = new ArrayList<>(List.of("install"));
    int classes = 0;
    for (Class<?> loaded : SecondAgent.loadedClasses()) {
      boolean chosen = Math.floorMod(loaded.getName().hashCode(), oneIn) == 0;
      if (chosen && isOfTheJdk(loaded) && SecondAgent.isModifiable(loaded)) {
        classes += addSites(loaded, request) ? 1 : 0;
      }
    }
    Map<String, Integer> answers = new TreeMap<>();
    for (String answer : Bridge.ask(request.toArray(new String[0]))) {
      answers.merge(answer.replaceAll("ok \\d+", "ok"), 1, Integer::sum);
    }
    boolean sameWork = work() == expected;
    long hits = hits();
    int left = Bridge.ask("removeAll").length;
    long before = hits();
    boolean stillTheSame = work() == expected;
    Print.value("hitsAfterwards", hits() - before);
    Print.value("classes", classes);
    Print.value("sites", request.size() - 1);
    Print.value("answers", answers.keySet());
    Print.value("probed", answers.get("ok"));
    Print.value("hits", hits);
    Print.value("sameWork", sameWork && stillTheSame);
    Print.value("left", left);
  }

  private static boolean isOfTheJdk(Class<?> loaded) {
    return loaded.getModule().isNamed() && !loaded.isArray() && !loaded.isHidden();
  }

  /** Whether there are any. */
  private static boolean addSites(Class<?> loaded, List<String> request) throws IOException {
    String owner = loaded.getName().replace('.', '/');
    Set<String> lines = new LinkedHashSet<>();
    try (InputStream stream = loaded.getModule().getResourceAsStream(owner + ".class")) {
      if (stream != null) {
        lines.addAll(SiteLines.of(stream.readAllBytes()));
      }
    }
    for (String line : lines) {
      request.add(request.size() % SITES + "\t" + owner + "\t" + line);
    }
    return !lines.isEmpty();
  }

  private static long hits() {
    return IntStream.range(0, SITES).mapToLong(Bridge::hits).sum();
  }

  /** Strings, collections, streams, threads and exceptions. */
  private static long work() throws Exception {
    Map<String, Integer> lengths = new ConcurrentHashMap<>();
    for (int round = 0; round < 2_000; round++) {
      String key =
          String.format("%05d-%s", round, Integer.toHexString(round * 31)).toUpperCase(Locale.ROOT);
      lengths.merge(key.replaceAll("[0-4]+", "_"), key.length(), Integer::sum);
    }
    String joined = lengths.keySet().stream().sorted().collect(Collectors.joining(","));
    long thrown = 0;
    for (String part : joined.split(",", -1)) {
      try {
        thrown += Integer.parseInt(part);
      } catch (NumberFormatException expected) {
        thrown++;
      }
    }
    long inThread =
        CompletableFuture.supplyAsync(() -> lengths.values().stream().mapToInt(i -> i).sum()).get();
    return joined.hashCode() + thrown + inThread;
  }
}
