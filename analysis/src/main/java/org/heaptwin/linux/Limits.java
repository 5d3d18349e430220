package org.heaptwin.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.util.OptionalLong;

/** Resource limits of a process. */
public final class Limits {
  private Limits() {}

  /**
   * The soft limit of open files; empty when it cannot be read, {@code Long.MAX_VALUE} when there
   * is none.
   */
  public static OptionalLong openFiles(ProcessFiles process) {
    String prefix = "Max open files";
    try {
      return Files.readAllLines(process.directory().resolve("limits")).stream()
          .filter(line -> line.startsWith(prefix))
          .map(line -> line.substring(prefix.length()).strip().replaceAll("\\s.*", ""))
          .mapToLong(soft -> soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft))
          .findFirst();
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }
}
