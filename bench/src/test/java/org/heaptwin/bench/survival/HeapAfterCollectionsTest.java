package org.heaptwin.bench.survival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeapAfterCollectionsTest {
  private static final String LOG =
      """
      [0.010s] Using G1
      [1.000s] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 300M->299M(400M) 1.0ms
      [7.990s] GC(1) Pause Young (Mixed) (G1 Evacuation Pause) 230M->210M(400M) 3.100ms
      [8.033s] GC(2) Pause Young (Concurrent Start) (G1 Evacuation Pause) 238M->230M(400M) 3.7ms
      [8.033s] GC(3) Concurrent Mark Cycle
      [8.039s] GC(3) Pause Remark 240M->190M(400M) 1.2ms
      [8.040s] GC(3) Pause Cleanup 190M->170M(400M) 0.1ms
      [8.041s] GC(3) Concurrent Mark Cycle 7.899ms
      """;

  @TempDir Path directory;

  @Test
  void takesWhatThePausesOfTheSecondHalfLeft() throws Exception {
    Path log = Files.writeString(directory.resolve("gc.log"), LOG);
    assertThat(HeapAfterCollections.read(log, 10)).isEqualTo(new HeapAfterCollections(200, 170));
  }

  @Test
  void aLogWithoutMarkingIsNoMeasurement() throws Exception {
    Path log =
        Files.writeString(
            directory.resolve("gc.log"), String.join("\n", LOG.lines().limit(4).toList()));
    assertThatThrownBy(() -> HeapAfterCollections.read(log, 10))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no concurrent marking");
  }
}
