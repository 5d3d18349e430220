package org.heaptwin.bench.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunsTest {
  @Test
  void aRunIsDividedByTheUnwatchedOneOfItsOwnRoundJdkAndProgram() {
    Runs runs =
        new Runs(
            List.of(
                run("fop", 17, Mode.START, 0, 11),
                run("fop", 17, Mode.OFF, 0, 10),
                run("fop", 17, Mode.OFF, 1, 20),
                run("fop", 17, Mode.START, 1, 30),
                run("fop", 25, Mode.OFF, 0, 4),
                run("fop", 25, Mode.START, 0, 8),
                run("pmd", 17, Mode.OFF, 0, 100),
                run("pmd", 17, Mode.START, 0, 300)));

    assertThat(runs.of("fop", 17).ratios(Mode.START, Quantity.WALL)).containsExactly(1.1, 1.5);
    assertThat(runs.of("fop", 25).ratios(Mode.START, Quantity.WALL)).containsExactly(2);
    assertThat(runs.of(17).ratios(Mode.START, Quantity.WALL)).containsExactly(1.1, 1.5, 3);
  }

  @Test
  void aRunWhosePartnerFailedIsLeftOut() {
    Runs runs =
        new Runs(
            List.of(
                run("fop", 17, Mode.START, 0, 11),
                run("fop", 17, Mode.OFF, 1, 10),
                run("fop", 17, Mode.START, 1, 12)));

    assertThat(runs.ratios(Mode.START, Quantity.WALL)).containsExactly(1.2);
  }

  @Test
  void whatWasWrittenIsReadAgain(@TempDir Path directory) throws IOException {
    List<Run> runs =
        List.of(
            run("fop", 17, Mode.OFF, 0, 10),
            new Run("pmd", 25, Mode.JFR_PROFILE, 3, 8, cost(1.5), null, null),
            new Run("pmd", 25, Mode.ATTACH, 3, 8, cost(1.5), 0.25, 0.001));
    RunFile file = new RunFile(directory.resolve("runs.jsonl"));
    for (Run run : runs) {
      file.append(run);
    }

    assertThat(file.read().all()).isEqualTo(runs);
  }

  @Test
  void theAimIsJudgedByMediansAndByTheWorstProgram() {
    List<Run> runs = new ArrayList<>();
    double[] ratios = {1.00, 1.02, 1.07};
    for (int i = 0; i < ratios.length; i++) {
      String program = "program" + i;
      runs.add(run(program, 17, Mode.OFF, 0, 100));
      runs.add(run(program, 17, Mode.ATTACH, 0, 100 * ratios[i]));
    }

    String text = OverheadTable.of(new Runs(runs));

    assertThat(text)
        .contains("JDK 17, attach: median time ratio 1.020, aim 1.03: kept")
        .contains("largest time ratio of a program (program2) 1.070, aim 1.06: missed");
  }

  @Test
  void workIsScaledToTheTime() {
    Run trial = new Run("fop", 17, Mode.OFF, -1, 8, cost(20), null, null);

    assertThat(OverheadHarness.rounds(trial, 15)).isEqualTo(6);
    assertThat(OverheadHarness.rounds(trial, 0.1)).isEqualTo(1);
  }

  @Test
  void memoryIsPrintedInMegabytes() {
    assertThat(Quantity.PEAK.of(new ProcessCost(1, 1, 3 << 20))).isCloseTo(3, within(1e-12));
  }

  private static Run run(String program, int jdk, Mode mode, int round, double wall) {
    return new Run(program, jdk, mode, round, 8, cost(wall), null, null);
  }

  private static ProcessCost cost(double wall) {
    return new ProcessCost(wall, 2 * wall, 1 << 20);
  }
}
