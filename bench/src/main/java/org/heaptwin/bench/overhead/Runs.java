package org.heaptwin.bench.overhead;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/** The runs of a measurement, and what follows from them. */
record Runs(List<Run> all) {
  Runs {
    all = List.copyOf(all);
  }

  /** Programs, in the order of their first run. */
  List<String> programs() {
    return all.stream().map(Run::program).distinct().toList();
  }

  /** Feature releases, in the order of their first run. */
  List<Integer> jdks() {
    return all.stream().map(Run::jdk).distinct().sorted().toList();
  }

  /** The modes that there are runs of. */
  List<Mode> modes() {
    return all.stream().map(Run::mode).distinct().sorted().toList();
  }

  Runs of(String program, int jdk) {
    return new Runs(
        all.stream().filter(run -> run.program().equals(program) && run.jdk() == jdk).toList());
  }

  Runs of(int jdk) {
    return new Runs(all.stream().filter(run -> run.jdk() == jdk).toList());
  }

  /** Values of one mode. */
  double[] values(Mode mode, Function<Run, Double> value) {
    return all.stream()
        .filter(run -> run.mode() == mode)
        .map(value)
        .flatMapToDouble(v -> v == null ? DoubleStream.empty() : DoubleStream.of(v))
        .toArray();
  }

  double[] values(Mode mode, Quantity quantity) {
    return values(mode, run -> quantity.of(run.cost()));
  }

  /**
   * Each run of a mode divided by the run of the same program, JDK and round that nothing watched;
   * runs without one are left out.
   */
  double[] ratios(Mode mode, Quantity quantity) {
    return all.stream()
        .filter(run -> run.mode() == mode)
        .flatMapToDouble(
            run ->
                unwatched(run).stream()
                    .mapToDouble(off -> quantity.of(run.cost()) / quantity.of(off.cost())))
        .toArray();
  }

  private Optional<Run> unwatched(Run run) {
    return all.stream()
        .filter(
            off ->
                off.mode() == Mode.OFF
                    && off.round() == run.round()
                    && off.jdk() == run.jdk()
                    && off.program().equals(run.program()))
        .findFirst();
  }
}
