package org.heaptwin.agent.weave;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The class files of a jar or of a module of the running JDK. */
record Library(String name, Path jar) {
  /** The jar of a class, by its last name. */
  static Library of(Class<?> one) {
    Path jar = Path.of(URI.create(one.getProtectionDomain().getCodeSource().getLocation() + ""));
    return new Library(jar.getFileName().toString(), jar);
  }

  static Library javaBase() {
    return new Library("java.base", null);
  }

  /** Every class file's bytes, one after the other. */
  void forEach(Consumer<byte[]> use) throws IOException {
    if (jar == null) {
      walk(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base"), use);
      return;
    }
    try (FileSystem files = FileSystems.newFileSystem(jar)) {
      walk(files.getPath("/"), use);
    }
  }

  private static void walk(Path root, Consumer<byte[]> use) throws IOException {
    try (Stream<Path> found = Files.walk(root)) {
      List<Path> classes = found.filter(Library::isClass).toList();
      classes.forEach(path -> use.accept(read(path)));
    }
  }

  private static boolean isClass(Path path) {
    return path.toString().endsWith(".class")
        && !path.endsWith("module-info.class")
        && !path.startsWith("/META-INF");
  }

  private static byte[] read(Path path) {
    try {
      return Files.readAllBytes(path);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
