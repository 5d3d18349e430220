package org.heaptwin.attach;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Targets in a mount namespace of their own, where one directory is hidden under an empty one. */
public final class OtherMounts {
  private OtherMounts() {}

  public static Process jvm(ChildProcesses children, Path hidden) throws IOException {
    // The working copy may lie in the directory that is hidden.
    String script =
        "mount --bind target/test-classes /mnt && mount -t tmpfs none '"
            + hidden
            + "' && exec \"$@\"";
    Process jvm =
        children.start(
            List.of(
                "unshare",
                "--mount",
                "sh",
                "-c",
                script,
                "sh",
                ChildProcesses.java(),
                "-cp",
                "/mnt",
                Sleeper.class.getName()));
    ChildProcesses.awaitMain(jvm);
    return jvm;
  }
}
