package org.heaptwin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.heaptwin.attach.ChildProcesses;
import org.heaptwin.linux.Libc;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command run by nobody, on a JVM of root. Its classes are copied to where that user can read
 * them.
 */
class UnprivilegedUserTest {
  private final ChildProcesses children = new ChildProcesses();
  @TempDir Path directory;

  @BeforeEach
  void copyClassPath() throws IOException {
    assumeTrue(Libc.INSTANCE.geteuid() == 0, "only root may become another user");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (entry.endsWith(".jar")) {
        Path jar = Path.of(entry);
        Files.copy(jar, directory.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    copyTree(Path.of("target/classes"), directory.resolve("classes"));
  }

  @AfterEach
  void endChildren() {
    children.close();
  }

  @Test
  void isToldWhoMayAttach() throws Exception {
    long pid = children.jvm().pid();

    Process command = asNobody("record", Long.toString(pid));
    String err = command.errorReader().lines().collect(Collectors.joining("\n"));

    assertThat(command.waitFor()).isEqualTo(3);
    assertThat(err)
        .isEqualTo(
            "heaptwin: process "
                + pid
                + " belongs to user root and you are nobody; run `sudo -u root heaptwin ...`");
  }

  @Test
  void mayNotWriteTheReportIntoADirectoryOfRoot() throws Exception {
    Process command =
        asNobody("record", "1", "--report-json", directory.resolve("x.json").toString());
    String err = command.errorReader().lines().collect(Collectors.joining("\n"));

    assertThat(command.waitFor()).isEqualTo(2);
    assertThat(err).contains("x.json cannot be written").doesNotContain("\n");
  }

  private Process asNobody(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "setpriv",
                "--reuid=nobody",
                "--regid=nogroup",
                "--clear-groups",
                ChildProcesses.java(),
                "-cp",
                directory.resolve("classes") + ":" + directory + "/*",
                Heaptwin.class.getName()));
    command.addAll(List.of(arguments));
    return children.startWithStderr(command);
  }

  private static void copyTree(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(
            file,
            to.resolve(from.relativize(file).toString()),
            StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
