package org.heaptwin.bench.survival;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Heap in use that collections left, as the JVM's own log ({@code -Xlog:gc:file=...:uptime}) tells,
 * mean over the second half of the given time, MB.
 *
 * @param pauses over all pauses; how often the program was seen between them does not matter
 * @param markings over G1's cleanups alone: what is left when a concurrent marking has freed the
 *     regions in which it found nothing alive
 */
record HeapAfterCollections(double pauses, double markings) {
  private static final Pattern PAUSE =
      Pattern.compile("\\[([\\d.]+)s].* Pause (\\w+).* \\d+M->(\\d+)M\\(\\d+M\\)");

  private record Pause(double uptime, boolean cleanup, double left) {}

  /**
   * @param seconds that the program ran; what happened in the last half of them counts
   * @throws IOException when the file cannot be read or tells of no marking
   */
  static HeapAfterCollections read(Path log, double seconds) throws IOException {
    List<Pause> pauses = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      Matcher matcher = PAUSE.matcher(line);
      if (matcher.find()) {
        pauses.add(
            new Pause(
                Double.parseDouble(matcher.group(1)),
                matcher.group(2).equals("Cleanup"),
                Double.parseDouble(matcher.group(3))));
      }
    }
    double end = pauses.isEmpty() ? 0 : pauses.get(pauses.size() - 1).uptime();
    List<Pause> second = pauses.stream().filter(p -> p.uptime() > end - seconds / 2).toList();
    List<Pause> cleanups = second.stream().filter(Pause::cleanup).toList();
    if (cleanups.isEmpty()) {
      throw new IOException(log + " tells of no concurrent marking");
    }
    return new HeapAfterCollections(mean(second), mean(cleanups));
  }

  private static double mean(List<Pause> pauses) {
    return pauses.stream().mapToDouble(Pause::left).average().orElseThrow();
  }
}
