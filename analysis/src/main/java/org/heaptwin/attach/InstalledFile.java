package org.heaptwin.attach;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file of ours that the target loads: where the environment says, else in a built tree, else in
 * an installation's {@code lib}.
 *
 * @param name of the file
 * @param variable of the environment that may name the file elsewhere
 * @param built directory below {@code heaptwin.home} into which the build puts it
 */
record InstalledFile(String name, String variable, Path built) {
  /** The absolute path; empty when there is none. */
  Optional<Path> find() {
    String named = System.getenv(variable);
    if (named != null && !named.isEmpty()) {
      return existing(Path.of(named));
    }
    String home = System.getProperty("heaptwin.home");
    if (home == null) {
      return Optional.empty();
    }
    return existing(Path.of(home).resolve(built).resolve(name))
        .or(() -> existing(Path.of(home, "lib", name)));
  }

  private static Optional<Path> existing(Path path) {
    return Files.isRegularFile(path)
        ? Optional.of(path.toAbsolutePath().normalize())
        : Optional.empty();
  }
}
