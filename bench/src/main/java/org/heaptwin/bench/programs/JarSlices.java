package org.heaptwin.bench.programs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Cuts a library, or its sources, into parts of about equal size, so that an analyser does the same
 * kind of work in each round and never the same work twice. A class stays with its inner classes.
 */
final class JarSlices {
  private JarSlices() {}

  /** Where the slices of a jar lie, in order. */
  static List<Path> of(Path jar, int slices, Path directory) {
    String name = jar.getFileName().toString().replaceFirst("\\.jar$", "");
    return IntStream.rangeClosed(1, slices)
        .mapToObj(i -> directory.resolve(name + "-" + i + ".jar"))
        .toList();
  }

  /** Writes them, unless the last one is there. */
  static void write(Path jar, int slices, Path directory) throws IOException {
    List<Path> files = of(jar, slices, directory);
    if (Files.exists(files.get(slices - 1))) {
      return;
    }
    Files.createDirectories(directory);
    try (ZipFile whole = new ZipFile(jar.toFile())) {
      List<ZipEntry> entries = code(whole);
      long size = entries.stream().mapToLong(ZipEntry::getSize).sum();
      int next = 0;
      long written = 0;
      for (int i = 0; i < slices; i++) {
        List<ZipEntry> slice = new ArrayList<>();
        while (next < entries.size()
            && (written * slices < size * (i + 1) || continues(entries, next))) {
          written += entries.get(next).getSize();
          slice.add(entries.get(next++));
        }
        write(whole, slice, files.get(i));
      }
    }
  }

  private static List<ZipEntry> code(ZipFile whole) {
    return whole.stream()
        .filter(entry -> entry.getName().endsWith(".class") || entry.getName().endsWith(".java"))
        .filter(entry -> !entry.getName().endsWith("-info.class"))
        .map(entry -> (ZipEntry) entry)
        .sorted(Comparator.comparing(ZipEntry::getName))
        .toList();
  }

  private static boolean continues(List<ZipEntry> entries, int index) {
    return index > 0 && outermost(entries.get(index)).equals(outermost(entries.get(index - 1)));
  }

  private static String outermost(ZipEntry entry) {
    return entry.getName().replaceFirst("[$.][^/]*$", "");
  }

  private static void write(ZipFile whole, List<ZipEntry> entries, Path slice) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(slice))) {
      for (ZipEntry entry : entries) {
        out.putNextEntry(new ZipEntry(entry.getName()));
        try (InputStream in = whole.getInputStream(entry)) {
          in.transferTo(out);
        }
        out.closeEntry();
      }
    }
  }
}
