package org.heaptwin.bench.overhead;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The native library of async-profiler, out of its jar on the class path. */
final class AsyncProfilerLibrary {
  private static final String RESOURCE = "/linux-x64/libasyncProfiler.so";

  private AsyncProfilerLibrary() {}

  /**
   * Copies it into a directory.
   *
   * @return its path there
   */
  static Path copyTo(Path directory) throws IOException {
    Path library = directory.resolve("libasyncProfiler.so");
    try (InputStream in = AsyncProfilerLibrary.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new FileNotFoundException(
            "async-profiler's jar with " + RESOURCE + " is not on the class path");
      }
      Files.copy(in, library, StandardCopyOption.REPLACE_EXISTING);
    }
    return library;
  }
}
