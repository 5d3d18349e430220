package org.heaptwin.bench.overhead;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** What is to be measured, as given on the command line. */
@Command(name = "OverheadHarness", sortOptions = false)
final class Plan {
  @Option(names = "--programs", split = ",", description = "Names.")
  List<String> programs = List.of();

  @Option(names = "--jdks", split = ",", description = "Feature releases, 17 and 25 by default.")
  List<Integer> jdks = List.of(17, 25);

  @Option(
      names = "--modes",
      split = ",",
      converter = ModeConverter.class,
      description = "Off is always among them.")
  List<Mode> modes = Mode.USUAL;

  @Option(names = "--rounds", description = "Runs of each program, JDK and mode.")
  int rounds = 10;

  @Option(
      names = "--seconds",
      description = "How long a run of a program that nothing watches shall take, about.")
  double seconds = 24;

  @Option(
      names = "--table-of",
      description = "Measures nothing and prints the table of the runs in this file.")
  Path earlier;

  /**
   * Completes what was given.
   *
   * @param usual names of the programs that are meant when none is given
   * @param further names of others
   * @throws IllegalArgumentException with the remedy when it cannot be done
   */
  Plan complete(List<String> usual, List<String> further) {
    List<String> all = Stream.concat(usual.stream(), further.stream()).toList();
    if (rounds < 1 || seconds <= 0) {
      throw new IllegalArgumentException("give --rounds and --seconds above 0");
    }
    programs = programs.isEmpty() ? usual : programs;
    for (String program : programs) {
      if (!all.contains(program)) {
        throw new IllegalArgumentException("'" + program + "' is none of " + all);
      }
    }
    if (!modes.contains(Mode.OFF)) {
      modes = Stream.concat(Stream.of(Mode.OFF), modes.stream()).toList();
    }
    return this;
  }

  /** Reads a mode's name. */
  static final class ModeConverter implements ITypeConverter<Mode> {
    @Override
    public Mode convert(String text) {
      return Mode.named(text);
    }
  }
}
