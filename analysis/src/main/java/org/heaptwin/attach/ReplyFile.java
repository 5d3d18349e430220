package org.heaptwin.attach;

import com.sun.jna.LastErrorException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.heaptwin.linux.Libc;
import org.heaptwin.linux.ProcessFiles;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;

/**
 * A file in the target's /tmp that the agent overwrites with its answer. Created here with mode
 * 0600, owned by the target's user, and deleted on close.
 */
final class ReplyFile implements AutoCloseable {
  private final Path here;

  private ReplyFile(Path here) {
    this.here = here;
  }

  /**
   * @throws Problem when the target's /tmp does not take it
   */
  static ReplyFile create(ProcessFiles target) {
    Path temporary = target.inRoot("/tmp");
    Path file = null;
    try {
      file =
          Files.createTempFile(
              temporary,
              "heaptwin-",
              ".reply",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      int uid = (int) target.uid().orElse(-1);
      if (uid != Libc.INSTANCE.geteuid()) {
        Libc.INSTANCE.chown(file.toString(), uid, (int) target.gid().orElse(-1));
      }
      return new ReplyFile(file);
    } catch (IOException | LastErrorException e) {
      if (file != null) {
        new ReplyFile(file).close();
      }
      if (!target.runs()) {
        throw new Problem(
            ExitCode.TARGET,
            "process " + target.pid() + " has ended",
            "pick one of `heaptwin list`",
            e);
      }
      throw new Problem(
          ExitCode.TARGET,
          "cannot create the reply file in the /tmp of process "
              + target.pid()
              + " ("
              + e.getMessage()
              + ")",
          "make /tmp of the target writable",
          e);
    }
  }

  /** The path by which the target finds it. */
  String pathInTarget() {
    return "/tmp/" + here.getFileName();
  }

  /**
   * What the agent wrote; empty when it wrote nothing, or the target has ended and its file system
   * is out of reach.
   */
  String text() {
    try {
      return Files.readString(here, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(here);
    } catch (IOException e) {
      // The target has ended and its mount namespace went with it; there is nothing left to delete.
      here.toFile().deleteOnExit();
    }
  }
}
