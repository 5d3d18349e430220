package org.heaptwin.bench.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AsyncProfilerLibraryTest {
  @Test
  void theJarOnTheClassPathHasALibraryForThisMachine(@TempDir Path directory) throws IOException {
    byte[] bytes = Files.readAllBytes(AsyncProfilerLibrary.copyTo(directory));

    assertThat(bytes).startsWith(0x7f, 'E', 'L', 'F');
    // e_machine of x86-64 (System V ABI).
    assertThat(bytes[18]).isEqualTo((byte) 62);
  }
}
