package org.heaptwin.bench.survival;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.junit.jupiter.params.provider.Arguments;

/** Where the survival tests find what they run, and on what they run it. */
final class Setting {
  private static final Path ROOT = HeaptwinCommand.ofWorkingCopy().root();
  static final Path LIBRARY = ROOT.resolve("build/lib/libheaptwin.so");
  static final Path ADDRESS_TRUTH = ROOT.resolve("build/tests/libaddress_truth.so");
  static final Path STACK_TRUTH = ROOT.resolve("build/tests/libstack_truth.so");

  private Setting() {}

  /** JDK 17 and 25, as far as they are installed; the running one if neither is. */
  static List<Jdk> jdks() {
    List<Jdk> found = Stream.of(17, 25).map(Jdk.installed()::get).filter(Objects::nonNull).toList();
    return found.isEmpty() ? List.of(Jdk.running()) : found;
  }

  /** Each JDK with each collector that lets objects be read. */
  static Stream<Arguments> readable() {
    return matrix("Serial", "Parallel", "G1");
  }

  /** Each JDK with each collector that moves objects while the program runs. */
  static Stream<Arguments> moving() {
    return matrix("Z", "Shenandoah");
  }

  static Jdk newest() {
    return jdks().get(jdks().size() - 1);
  }

  static Path directory(Class<?> test, Object... name) {
    return ROOT.resolve("build/bench/survival")
        .resolve(test.getSimpleName() + "-" + List.of(name).toString().replaceAll("\\W+", "-"));
  }

  private static Stream<Arguments> matrix(String... collectors) {
    return jdks().stream()
        .flatMap(jdk -> Stream.of(collectors).map(collector -> Arguments.of(jdk, collector)));
  }
}
