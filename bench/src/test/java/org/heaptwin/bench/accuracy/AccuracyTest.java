package org.heaptwin.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AccuracyTest {
  @Test
  void recallAndPrecisionPoolTheRuns() {
    List<RunAgreement> runs = List.of(run("soot", 10, 9, 20, 1), run("fop", 30, 3, 20, 1));
    assertThat(Accuracy.recall(runs)).isEqualTo(12.0 / 40);
    assertThat(Accuracy.precision(runs)).isEqualTo(38.0 / 40);
  }

  @Test
  void theNegativeControlCountsAgainstPrecisionOnly() {
    List<RunAgreement> runs = List.of(run("soot", 10, 9, 20, 0), run("scimark", 30, 0, 5, 5));
    assertThat(Accuracy.recall(runs)).isEqualTo(0.9);
    assertThat(Accuracy.precision(runs)).isEqualTo(0.8);
    assertThat(Accuracy.recall(runs.subList(1, 2))).isNaN();
  }

  private static RunAgreement run(String program, int wanted, int found, int reported, int wrong) {
    return new RunAgreement(
        program, 25, 1, 20, "context", wanted, found, wanted, reported, wrong, 0, 0.5, null, null,
        List.of(), List.of());
  }
}
