package org.heaptwin.bench.programs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarSlicesTest {
  @TempDir Path directory;

  @Test
  void everyClassIsInOneSliceBesideItsInnerClasses() throws IOException {
    Path jar =
        jar("a/A.class", "a/A$1.class", "a/A$B$2.class", "a/C.class", "b/D.class", "META-INF/x");

    JarSlices.write(jar, 3, directory);

    List<String> all = new ArrayList<>();
    for (Path slice : JarSlices.of(jar, 3, directory)) {
      List<String> names = names(slice);
      all.addAll(names);
      assertThat(names.contains("a/A.class")).isEqualTo(names.contains("a/A$B$2.class"));
    }
    assertThat(all)
        .containsExactlyInAnyOrder(
            "a/A.class", "a/A$1.class", "a/A$B$2.class", "a/C.class", "b/D.class");
    assertThat(names(JarSlices.of(jar, 3, directory).get(0))).hasSize(3);
  }

  @Test
  void contentsAreThoseOfTheJar() throws IOException {
    Path jar = jar("a/A.java");

    JarSlices.write(jar, 1, directory);

    try (ZipFile slice = new ZipFile(JarSlices.of(jar, 1, directory).get(0).toFile())) {
      assertThat(slice.getInputStream(slice.getEntry("a/A.java")).readAllBytes())
          .isEqualTo("code of a/A.java".getBytes(UTF_8));
    }
  }

  private Path jar(String... names) throws IOException {
    Path jar = directory.resolve("whole.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (String name : names) {
        out.putNextEntry(new ZipEntry(name));
        out.write(("code of " + name).getBytes(UTF_8));
        out.closeEntry();
      }
    }
    return jar;
  }

  private static List<String> names(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream().map(ZipEntry::getName).toList();
    }
  }
}
