package org.heaptwin.attach;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import org.heaptwin.linux.Libc;
import org.heaptwin.linux.ProcessFiles;

/**
 * The file system as the target sees it: its own mounts and root, its own user. The agent opens the
 * library and writes the profile from inside the target, so what counts is what the target may do.
 */
public final class TargetFiles {
  private final ProcessFiles target;
  private final boolean sameView;

  public TargetFiles(ProcessFiles target) {
    this.target = target;
    ProcessFiles self = ProcessFiles.self();
    this.sameView =
        target.link("ns/mnt").equals(self.link("ns/mnt"))
            && target.link("root").equals(self.link("root"));
  }

  /** Whether a path means the same file here and there. */
  public boolean sameView() {
    return sameView;
  }

  /** Where this process finds a file that the target calls {@code path}. */
  public Path seenFromHere(Path path) {
    return sameView ? path : target.inRoot(path.toAbsolutePath().toString());
  }

  /** Whether a directory of this name is one and the same here and there. */
  boolean sharesDirectory(Path directory) {
    try {
      return sameView || Files.isSameFile(directory, seenFromHere(directory));
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether the target may open a file for reading. Access control lists are not looked at. */
  public boolean canRead(Path path) {
    return canReach(path) && permits(path, Access.READ);
  }

  /**
   * Whether the target may create files in a directory: tried out where this process has the
   * target's rights, else read from the permissions.
   */
  public boolean canCreateIn(Path directory) {
    try {
      if (sameView && sameUser()) {
        tryToCreateIn(directory);
        return true;
      }
      Path here = seenFromHere(directory);
      return Files.isDirectory(here)
          && !Files.getFileStore(here).isReadOnly()
          && canReach(directory)
          && permits(directory, Access.SEARCH)
          && permits(directory, Access.WRITE);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Creates a file with this process's rights and deletes it again: permissions alone do not tell
   * of /proc and full disks.
   */
  static void tryToCreateIn(Path directory) throws IOException {
    Files.delete(Files.createTempFile(directory, ".heaptwin", null));
  }

  private boolean sameUser() {
    return target.uid().orElse(-1) == Libc.INSTANCE.geteuid();
  }

  private boolean canReach(Path path) {
    for (Path parent = path.toAbsolutePath().getParent();
        parent != null;
        parent = parent.getParent()) {
      if (!permits(parent, Access.SEARCH)) {
        return false;
      }
    }
    return Files.exists(seenFromHere(path));
  }

  private boolean permits(Path path, Access access) {
    Path here = seenFromHere(path);
    long uid = target.uid().orElse(-1);
    if (sameView && sameUser()) {
      return access.grantedToThisProcess(here);
    }
    if (uid == 0) {
      return Files.exists(here);
    }
    try {
      PosixFileAttributes attributes = Files.readAttributes(here, PosixFileAttributes.class);
      Map<String, Object> ids = Files.readAttributes(here, "unix:uid,gid", new LinkOption[0]);
      return attributes.permissions().contains(access.of(ownership(ids, uid)));
    } catch (IOException e) {
      return false;
    }
  }

  private Ownership ownership(Map<String, Object> ids, long uid) {
    long owner = ((Integer) ids.get("uid")).longValue();
    long group = ((Integer) ids.get("gid")).longValue();
    if (owner == uid) {
      return Ownership.OWNER;
    }
    boolean inGroup = target.gid().orElse(-1) == group || target.groups().contains(group);
    return inGroup ? Ownership.GROUP : Ownership.OTHERS;
  }

  private enum Ownership {
    OWNER,
    GROUP,
    OTHERS
  }

  private enum Access {
    READ,
    WRITE,
    SEARCH;

    PosixFilePermission of(Ownership ownership) {
      String right = this == SEARCH ? "EXECUTE" : name();
      return PosixFilePermission.valueOf(ownership.name() + "_" + right);
    }

    boolean grantedToThisProcess(Path path) {
      return switch (this) {
        case READ -> Files.isReadable(path);
        case WRITE -> Files.isWritable(path);
        case SEARCH -> Files.isExecutable(path);
      };
    }
  }
}
