package org.heaptwin.attach;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.heaptwin.linux.ProcessFiles;
import org.heaptwin.linux.Users;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;

/**
 * Where the agent writes the profile and where the user wants it. The target's own user writes it,
 * and a target in another mount namespace cannot see the wanted path: there it goes into the
 * target's /tmp and is fetched.
 *
 * @param wanted absolute path as this process sees it
 * @param inTarget the path for the agent
 */
public record OutputPlace(Path wanted, Path inTarget, Path fromHere) {

  /**
   * Decides where the agent writes.
   *
   * @throws Problem when the profile could not be written, so that nothing is started in vain
   */
  public static OutputPlace choose(long pid, Path wanted) {
    requireDirectory(wanted);
    ProcessFiles process = new ProcessFiles(pid);
    TargetFiles files = new TargetFiles(process);
    Path directory = wanted.getParent();
    if (files.sameView()) {
      if (!files.canCreateIn(directory)) {
        throw usage(
            "user "
                + Users.name(process.uid().orElse(-1))
                + " of JVM "
                + pid
                + " may not write into "
                + directory,
            "choose another directory with -o, such as /tmp");
      }
      return new OutputPlace(wanted, wanted, wanted);
    }
    requireWritable(wanted);
    Path inTarget = Path.of("/tmp", "heaptwin-" + UUID.randomUUID() + ".htprof");
    if (!files.canCreateIn(inTarget.getParent())) {
      throw usage(
          "JVM " + pid + " runs in another mount namespace and may not write into its /tmp",
          "make its /tmp writable");
    }
    return new OutputPlace(wanted, inTarget, files.seenFromHere(inTarget));
  }

  /**
   * Checks that this process itself can create a file.
   *
   * @throws Problem when it cannot
   */
  public static void requireWritable(Path file) {
    requireDirectory(file);
    if (Files.exists(file) && !Files.isWritable(file)) {
      throw usage(file + " cannot be written: permission denied", "choose another place");
    }
    try {
      TargetFiles.tryToCreateIn(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new Problem(
          ExitCode.USAGE,
          file
              + " cannot be written ("
              + e.getClass().getSimpleName()
              + ": "
              + e.getMessage()
              + ")",
          "choose another place",
          e);
    }
  }

  /** Brings the profile to where it is wanted; false when there is none. */
  public boolean fetch() throws IOException {
    if (!Files.isRegularFile(fromHere)) {
      return false;
    }
    if (!fromHere.equals(wanted)) {
      Files.copy(fromHere, wanted, StandardCopyOption.REPLACE_EXISTING);
      Files.deleteIfExists(fromHere);
    }
    return true;
  }

  private static void requireDirectory(Path file) {
    Path directory = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file)) {
      throw usage(file + " is a directory", "name a file in it");
    }
    if (directory == null || !Files.isDirectory(directory)) {
      throw usage("there is no directory " + directory, "create it or choose another place");
    }
  }

  private static Problem usage(String what, String remedy) {
    return new Problem(ExitCode.USAGE, what, remedy);
  }
}
