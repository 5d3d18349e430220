package org.heaptwin.attach;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * Targets of the user nobody, started by root. Their classes are copied to where that user can read
 * them.
 */
public final class OtherUser {
  private OtherUser() {}

  public static Process jvm(ChildProcesses children) throws IOException {
    Path directory = Files.createTempDirectory("heaptwin-other-user");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path source =
        Path.of("target/test-classes", Sleeper.class.getName().replace('.', '/') + ".class");
    Path copy = directory.resolve(Path.of("target/test-classes").relativize(source));
    Files.createDirectories(copy.getParent());
    Files.copy(source, copy, StandardCopyOption.REPLACE_EXISTING);
    Process jvm =
        children.start(
            List.of(
                "setpriv",
                "--reuid=nobody",
                "--regid=nogroup",
                "--clear-groups",
                ChildProcesses.java(),
                "-cp",
                directory.toString(),
                Sleeper.class.getName()));
    ChildProcesses.awaitMain(jvm);
    // Its main class is loaded, and it needs no other.
    for (Path path = copy; !path.equals(directory.getParent()); path = path.getParent()) {
      Files.delete(path);
    }
    return jvm;
  }
}
