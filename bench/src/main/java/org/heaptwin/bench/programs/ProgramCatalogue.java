package org.heaptwin.bench.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.heaptwin.bench.findbugs.CtSymJar;
import org.heaptwin.bench.process.Jdk;

/**
 * Six real programs whose replicas are known, and SciMark, which has none. All run on JDK 17 and on
 * 25, where FindBugs reports that it may not set a security manager and goes on.
 */
public final class ProgramCatalogue {
  /** SciMark, in which there is nothing to find. */
  public static final String NEGATIVE_CONTROL = "scimark";

  private static final String INPUTS = "inputs";
  private static final String LANG = "commons-lang3-3.12.0";
  private static final String LANG_SOURCES = "commons-lang3-3.12.0-sources";
  private static final String MATH = "commons-math3-3.6.1";

  /** Rounds before an input comes again; more than a recording sees. */
  private static final Map<String, Integer> SLICES = Map.of(LANG, 12, LANG_SOURCES, 12, MATH, 16);

  private static final int TABLES = 12;
  private static final int TABLE_ROWS = 75_000;

  private final ProgramLibraries libraries;
  private final Path classes;
  private final Path directory;

  /**
   * @param root the working copy, built
   * @param directory for the programs' inputs and files; each has a directory of its own there
   */
  public ProgramCatalogue(Path root, Path directory) {
    this.libraries = new ProgramLibraries(root);
    this.classes = root.resolve("bench/target/classes");
    this.directory = directory;
  }

  /** All of them, SciMark last. */
  public List<Program> all() {
    return List.of(findBugs(), pmd(), fop(), soot(), lucene(), tablesaw(), sciMark());
  }

  /**
   * The one of that name.
   *
   * @throws NoSuchElementException when there is none
   */
  public Program named(String name) {
    return all().stream().filter(program -> program.name().equals(name)).findFirst().orElseThrow();
  }

  private Program findBugs() {
    List<String> arguments = new ArrayList<>(List.of(platform() + ":" + input(LANG)));
    slices(LANG).forEach(slice -> arguments.add(slice.toString()));
    return program("findbugs", FindBugsDriver.class, arguments, this::platformAndSlices, 8, 25);
  }

  private Program pmd() {
    List<String> arguments = slices(LANG_SOURCES).stream().map(Path::toString).toList();
    return program("pmd", PmdDriver.class, arguments, this::cutInputs, 8, 20);
  }

  private Program fop() {
    return program("fop", FopDriver.class, List.of(), () -> {}, 8, 20);
  }

  private Program soot() {
    List<String> arguments = new ArrayList<>(List.of(platform() + ":" + input(MATH)));
    slices(MATH).forEach(slice -> arguments.add(slice.toString()));
    return program("soot", SootDriver.class, arguments, this::platformAndSlices, 8, 25);
  }

  private Program lucene() {
    return program("lucene", LuceneDriver.class, List.of(), () -> {}, 12, 20);
  }

  private Program tablesaw() {
    List<String> files =
        IntStream.rangeClosed(1, TABLES).mapToObj(i -> table(i).toString()).toList();
    return program("tablesaw", TablesawDriver.class, files, this::makeTables, 14, 20);
  }

  private Program sciMark() {
    return program(NEGATIVE_CONTROL, SciMarkDriver.class, List.of(), () -> {}, 5, 22);
  }

  private Program program(
      String name,
      Class<?> driver,
      List<String> arguments,
      DriverProgram.Inputs inputs,
      int usualRounds,
      double expectedSeconds) {
    return new DriverProgram(
        name,
        driver,
        arguments,
        inputs,
        libraries,
        classes,
        directory.resolve(name),
        usualRounds,
        expectedSeconds);
  }

  private String input(String jar) {
    return libraries.directory(INPUTS).resolve(jar + ".jar").toString();
  }

  private List<Path> slices(String jar) {
    return JarSlices.of(Path.of(input(jar)), SLICES.get(jar), directory.resolve("slices"));
  }

  private void cutInputs() throws IOException, InterruptedException {
    libraries.resolve(INPUTS, false);
    for (var slices : SLICES.entrySet()) {
      JarSlices.write(
          Path.of(input(slices.getKey())), slices.getValue(), directory.resolve("slices"));
    }
  }

  private Path platform() {
    return directory.resolve("rt8.jar");
  }

  private void platformAndSlices() throws IOException, InterruptedException {
    cutInputs();
    if (!Files.exists(platform())) {
      CtSymJar.write(Jdk.running().home().resolve("lib/ct.sym"), platform());
    }
  }

  private Path table(int number) {
    return directory.resolve("tablesaw").resolve("table" + number + ".csv");
  }

  private void makeTables() throws IOException {
    for (int i = 1; i <= TABLES; i++) {
      if (!Files.exists(table(i))) {
        CsvFile.write(table(i), TABLE_ROWS, i);
      }
    }
  }
}
