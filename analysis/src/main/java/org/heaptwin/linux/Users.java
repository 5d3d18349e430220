package org.heaptwin.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Names of users, for messages. */
public final class Users {
  private Users() {}

  /** The name of a user, or {@code uid N} where this machine has no name for it. */
  public static String name(long uid) {
    try {
      return Files.readAllLines(Path.of("/etc/passwd")).stream()
          .map(line -> line.split(":", -1))
          .filter(fields -> fields.length > 2 && fields[2].equals(Long.toString(uid)))
          .map(fields -> fields[0])
          .findFirst()
          .orElse("uid " + uid);
    } catch (IOException e) {
      return "uid " + uid;
    }
  }
}
