package org.heaptwin.bench.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessCostTest {
  @Test
  void readsTimesBehindANameWithSpacesAndParentheses() {
    String stat = "123 (a) b (c) S 1 123 123 0 -1 4194560 900 800 7 6 1250 250 99 98 20 0 30 0";

    assertThat(ProcessCost.processorSeconds(stat)).isEqualTo(15.0);
  }

  @Test
  void readsTheStartAndWhetherTheProcessHasEnded() {
    String stat =
        "123 (a) b) %s 1 123 123 0 -1 4194560 900 800 7 6 1250 250 99 98 20 0 30 0 4711 1 2\n";

    assertThat(ProcessCost.startSeconds(stat.formatted("S"))).isEqualTo(47.11);
    assertThat(ProcessCost.hasEnded(stat.formatted("S"))).isFalse();
    assertThat(ProcessCost.hasEnded(stat.formatted("Z"))).isTrue();
  }

  @Test
  void measuresAProcessFromItsStartToItsEnd() throws Exception {
    Process process = new ProcessBuilder("sleep", "0.3").start();

    ProcessCost cost = ProcessCost.await(process.pid());

    // It cannot be shorter; how much longer is the machine's business.
    assertThat(cost.wallSeconds()).isGreaterThanOrEqualTo(0.28);
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void readsThePeakAndNotTheCurrentResidentSet() {
    String status = "Name:\tjava\nVmPeak:\t 9000 kB\nVmHWM:\t  2048 kB\nVmRSS:\t  1024 kB\n";

    assertThat(ProcessCost.peakBytes(status)).isEqualTo(2048 * 1024);
  }

  @Test
  void aProcessWithoutMemoryHasNoPeak() {
    assertThat(ProcessCost.peakBytes("Name:\tjava\nState:\tZ (zombie)\n")).isZero();
  }
}
