package org.heaptwin.attach;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.heaptwin.linux.ProcessFiles;

/**
 * The text entries of a HotSpot performance data file ({@code hsperfdata_<user>/<pid>}, layout
 * 2.0): what a JVM tells about itself without being touched. A JVM with {@code -XX:-UsePerfData}
 * has none.
 */
record PerformanceData(Map<String, String> texts) {
  private static final int MAGIC = 0xCAFEC0C0;
  private static final int HEADER_BYTES = 32;

  /** Reads the file of a process from the temporary directory of its own file system. */
  static Optional<PerformanceData> of(ProcessFiles process) {
    Path temporary = process.inRoot("/tmp");
    String name = Long.toString(process.innerPid());
    try (Stream<Path> entries = Files.list(temporary)) {
      List<Path> candidates =
          entries
              .filter(entry -> entry.getFileName().toString().startsWith("hsperfdata_"))
              .map(entry -> entry.resolve(name))
              .filter(Files::isReadable)
              .filter(file -> belongsTo(file, process))
              .toList();
      return candidates.isEmpty() ? Optional.empty() : parse(Files.readAllBytes(candidates.get(0)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Parses the bytes of a file; empty when they are not one, or not complete yet. */
  static Optional<PerformanceData> parse(byte[] bytes) {
    try {
      ByteBuffer data = ByteBuffer.wrap(bytes);
      if (bytes.length < HEADER_BYTES || data.getInt(0) != MAGIC || data.get(5) != 2) {
        return Optional.empty();
      }
      data.order(data.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
      Map<String, String> texts = new HashMap<>();
      int entry = data.getInt(24);
      int entries = data.getInt(28);
      for (int i = 0; i < entries; i++) {
        int length = data.getInt(entry);
        if (length <= 0) {
          break;
        }
        readText(data, entry, texts);
        entry += length;
      }
      return Optional.of(new PerformanceData(Map.copyOf(texts)));
    } catch (IndexOutOfBoundsException | BufferUnderflowException e) {
      return Optional.empty();
    }
  }

  Optional<String> text(String name) {
    return Optional.ofNullable(texts.get(name));
  }

  /** The collector's name as the profile writes it; empty when this JVM does not tell. */
  Optional<String> collector() {
    String names =
        texts.getOrDefault("sun.gc.policy.name", "")
            + " "
            + texts.getOrDefault("sun.gc.collector.0.name", "");
    return Stream.of(
            Map.entry("GarbageFirst", "G1"),
            Map.entry("ParScav", "Parallel"),
            Map.entry("Copy:MSC", "Serial"),
            Map.entry("ZGC", "ZGC"),
            Map.entry("Shenandoah", "Shenandoah"))
        .filter(known -> names.contains(known.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private static void readText(ByteBuffer data, int entry, Map<String, String> texts) {
    int vectorLength = data.getInt(entry + 8);
    boolean isText = data.get(entry + 12) == 'B' && vectorLength > 0;
    if (isText) {
      String name = zeroTerminated(data, entry + data.getInt(entry + 4), Integer.MAX_VALUE);
      texts.put(name, zeroTerminated(data, entry + data.getInt(entry + 16), vectorLength));
    }
  }

  private static String zeroTerminated(ByteBuffer data, int start, int limit) {
    int end = start;
    while (end - start < limit && data.get(end) != 0) {
      end++;
    }
    byte[] text = new byte[end - start];
    data.get(start, text);
    return new String(text, StandardCharsets.UTF_8);
  }

  /** A file of that name left by a dead process of another user must not describe this one. */
  private static boolean belongsTo(Path file, ProcessFiles process) {
    try {
      long owner = ((Integer) Files.getAttribute(file, "unix:uid")).longValue();
      return process.uid().isPresent() && process.uid().getAsLong() == owner;
    } catch (IOException e) {
      return false;
    }
  }
}
