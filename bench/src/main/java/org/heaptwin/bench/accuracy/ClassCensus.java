package org.heaptwin.bench.accuracy;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Objects of a heap, every one compared with every other of its class by content; references by
 * identity.
 */
final class ClassCensus {
  private final Map<String, Contents> classes = new HashMap<>();

  /** Digest of a content, 128 bits of a hash without known collisions. */
  record Digest(long high, long low) {}

  /**
   * One class.
   *
   * @param bytes of contents, without headers and padding
   */
  record Row(
      String className,
      long objects,
      long distinct,
      long bytes,
      long duplicateBytes,
      long largestGroup) {
    double duplicateShareByBytes() {
      return bytes == 0 ? duplicateShareByCount() : (double) duplicateBytes / bytes;
    }

    double duplicateShareByCount() {
      return 1 - (double) distinct / objects;
    }

    double largestShare() {
      return (double) largestGroup / objects;
    }
  }

  private static final class Contents {
    private final Map<Digest, int[]> counts = new HashMap<>();
    private long objects;
    private long bytes;
    private long duplicateBytes;
  }

  /** Counts one object. */
  void add(String className, Digest digest, long size) {
    Contents contents = classes.computeIfAbsent(className, unused -> new Contents());
    int[] count = contents.counts.computeIfAbsent(digest, unused -> new int[1]);
    contents.objects++;
    contents.bytes += size;
    contents.duplicateBytes += count[0] > 0 ? size : 0;
    count[0]++;
  }

  /** Every class, the one with the most duplicate bytes first. */
  List<Row> rows() {
    return classes.entrySet().stream()
        .map(entry -> row(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparingLong(row -> -row.duplicateBytes()))
        .toList();
  }

  private static Row row(String name, Contents contents) {
    long largest = contents.counts.values().stream().mapToInt(count -> count[0]).max().orElse(0);
    return new Row(
        name,
        contents.objects,
        contents.counts.size(),
        contents.bytes,
        contents.duplicateBytes,
        largest);
  }
}
