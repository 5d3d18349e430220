package org.heaptwin.bench.findbugs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CtSymJarTest {
  @TempDir Path directory;

  @Test
  void namesOnlyTheClassesOfJava8() {
    assertThat(CtSymJar.java8ClassName("87/java.base/java/lang/Object.sig"))
        .isEqualTo("java/lang/Object.class");
    assertThat(CtSymJar.java8ClassName("79A/java.base/java/lang/Object.sig")).isNull();
    assertThat(CtSymJar.java8ClassName("8/java.base/module-info.sig")).isNull();
    assertThat(CtSymJar.java8ClassName("8/system-modules")).isNull();
  }

  @Test
  void takesTheJava8ShapeOfAClassThatChangedLater() throws Exception {
    Path jar = directory.resolve("rt8.jar");

    int written = CtSymJar.write(CtSymJar.ofRunningJdk(), jar);

    assertThat(written).isGreaterThan(3000);
    try (ZipFile classes = new ZipFile(jar.toFile())) {
      byte[] list = bytesOf(classes, "java/util/List.class");
      // List.of came with Java 9; the class file's constant pool would name the method's parameter
      // list.
      assertThat(new String(list, StandardCharsets.ISO_8859_1))
          .contains("spliterator")
          .doesNotContain("copyOf");
      assertThat(
              CtSymJar.majorVersion(
                  classes.getInputStream(classes.getEntry("java/util/List.class"))))
          .isEqualTo(52);
      assertThat(
              CtSymJar.majorVersion(
                  classes.getInputStream(classes.getEntry("java/lang/Object.class"))))
          .isEqualTo(52);
    }
  }

  @Test
  void refusesAnArchiveWithoutJava8() throws IOException {
    Path ctSym = directory.resolve("ct.sym");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(ctSym))) {
      out.putNextEntry(new ZipEntry("9A/java.base/java/lang/Object.sig"));
    }

    assertThatThrownBy(() -> CtSymJar.write(ctSym, directory.resolve("rt8.jar")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no Java 8 classes");
  }

  private static byte[] bytesOf(ZipFile jar, String name) throws IOException {
    try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
      return in.readAllBytes();
    }
  }
}
