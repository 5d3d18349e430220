package org.heaptwin.bench.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PlanTest {
  private static final List<String> PROGRAMS = List.of("pmd", "fop", "scimark");

  @Test
  void withoutOptionsAllProgramsRunTenRoundsInTheUsualModes() {
    Plan plan = plan();

    assertThat(plan.programs).isEqualTo(PROGRAMS);
    assertThat(plan.jdks).containsExactly(17, 25);
    assertThat(plan.modes)
        .extracting(Mode::toString)
        .containsExactly("off", "attach", "start", "async-profiler", "jfr-default", "jfr-profile");
    assertThat(plan.rounds).isEqualTo(10);
  }

  @Test
  void partsAreChosenByLists() {
    Plan plan =
        plan(
            "--programs",
            "fop,pmd",
            "--jdks",
            "25",
            "--modes",
            "off,jfr-allocation",
            "--rounds",
            "3");

    assertThat(plan.programs).containsExactly("fop", "pmd");
    assertThat(plan.jdks).containsExactly(25);
    assertThat(plan.modes).containsExactly(Mode.OFF, Mode.JFR_ALLOCATION);
    assertThat(plan.rounds).isEqualTo(3);
  }

  @Test
  void aFurtherProgramRunsWhenItIsNamed() {
    assertThat(plan("--programs", "allocating").programs).containsExactly("allocating");
  }

  @Test
  void offIsAlwaysMeasured() {
    assertThat(plan("--modes", "start").modes).containsExactly(Mode.OFF, Mode.START);
  }

  @Test
  void wrongNamesAreRefusedWithTheRightOnes() {
    assertThatThrownBy(() -> plan("--programs", "fop,foo"))
        .hasMessageContaining("foo")
        .hasMessageContaining("scimark");
    assertThatThrownBy(() -> plan("--modes", "of")).hasMessageContaining("jfr-profile");
    assertThatThrownBy(() -> plan("--rounds", "0")).hasMessageContaining("--rounds");
  }

  private static Plan plan(String... arguments) {
    return CommandLine.populateCommand(new Plan(), arguments)
        .complete(PROGRAMS, List.of("allocating"));
  }
}
