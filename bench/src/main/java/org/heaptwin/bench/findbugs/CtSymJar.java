package org.heaptwin.bench.findbugs;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Makes a jar of the Java 8 platform's class signatures out of {@code lib/ct.sym}, the archive from
 * which javac serves {@code --release 8}.
 *
 * <p>FindBugs 3.0.1 reads class files up to Java 8 only, so it cannot resolve platform classes from
 * the runtime image of a newer JDK; given this jar as {@code -auxclasspath} it can. The signatures
 * have no method bodies.
 *
 * <p>Layout of ct.sym (JDK 12 and later): {@code <releases>/<module>/<path>.sig}, where {@code
 * <releases>} has one letter per release that shares the file. A {@code .sig} file is a class file;
 * its version number is that of the JDK that generated it.
 */
public final class CtSymJar {
  private static final char JAVA_8 = '8';
  private static final short JAVA_8_MAJOR_VERSION = 52;
  private static final int CLASS_FILE_MAGIC = 0xCAFEBABE;
  private static final int MAJOR_VERSION_OFFSET = 6;
  private static final String SIGNATURE_SUFFIX = ".sig";

  private CtSymJar() {}

  /**
   * Arguments: the jar to write, and optionally the ct.sym to read (default: that of the running
   * JDK).
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length < 1 || arguments.length > 2) {
      System.err.println("usage: CtSymJar <jar to write> [ct.sym]");
      System.exit(2);
    }
    Path ctSym = arguments.length == 2 ? Path.of(arguments[1]) : ofRunningJdk();
    if (!Files.isReadable(ctSym)) {
      System.err.println("cannot read " + ctSym + "; run with a full JDK of Java 17");
      System.exit(4);
    }
    write(ctSym, Path.of(arguments[0]));
  }

  /** Where the running JDK keeps its ct.sym. */
  static Path ofRunningJdk() {
    return Path.of(System.getProperty("java.home"), "lib", "ct.sym");
  }

  /**
   * Writes the Java 8 classes of {@code ctSym} to {@code jar}, replacing it.
   *
   * @return number of classes written
   * @throws IOException when either file fails, or when {@code ctSym} has no Java 8 classes
   */
  public static int write(Path ctSym, Path jar) throws IOException {
    if (jar.toAbsolutePath().getParent() != null) {
      Files.createDirectories(jar.toAbsolutePath().getParent());
    }
    int written = 0;
    try (ZipFile signatures = new ZipFile(ctSym.toFile());
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (var entry : java8Entries(signatures).entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        try (InputStream in = signatures.getInputStream(entry.getValue())) {
          out.write(asJava8(in.readAllBytes(), entry.getKey()));
        }
        out.closeEntry();
        written++;
      }
    }
    if (written == 0) {
      throw new IOException(ctSym + " holds no Java 8 classes");
    }
    return written;
  }

  private static SortedMap<String, ZipEntry> java8Entries(ZipFile signatures) {
    SortedMap<String, ZipEntry> entries = new TreeMap<>();
    Enumeration<? extends ZipEntry> all = signatures.entries();
    while (all.hasMoreElements()) {
      ZipEntry entry = all.nextElement();
      String className = java8ClassName(entry.getName());
      if (className != null) {
        entries.put(className, entry);
      }
    }
    return entries;
  }

  /**
   * {@code "87/java.base/java/lang/Object.sig"} to {@code "java/lang/Object.class"}; null for what
   * is not a class of Java 8.
   */
  static String java8ClassName(String entry) {
    int releasesEnd = entry.indexOf('/');
    int moduleEnd = entry.indexOf('/', releasesEnd + 1);
    if (releasesEnd < 0 || moduleEnd < 0 || !entry.endsWith(SIGNATURE_SUFFIX)) {
      return null;
    }
    if (entry.substring(0, releasesEnd).indexOf(JAVA_8) < 0) {
      return null;
    }
    String path = entry.substring(moduleEnd + 1, entry.length() - SIGNATURE_SUFFIX.length());
    return path.equals("module-info") ? null : path + ".class";
  }

  private static byte[] asJava8(byte[] classFile, String name) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(classFile);
    if (classFile.length < MAJOR_VERSION_OFFSET + Short.BYTES
        || bytes.getInt(0) != CLASS_FILE_MAGIC) {
      throw new IOException(name + " in ct.sym is not a class file");
    }
    bytes.putShort(MAJOR_VERSION_OFFSET, JAVA_8_MAJOR_VERSION);
    return classFile;
  }

  /** Major version of a class file, for tests. */
  static int majorVersion(InputStream classFile) throws IOException {
    DataInputStream in = new DataInputStream(classFile);
    in.skipNBytes(MAJOR_VERSION_OFFSET);
    return in.readUnsignedShort();
  }
}
