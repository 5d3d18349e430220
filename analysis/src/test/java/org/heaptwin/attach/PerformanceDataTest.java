package org.heaptwin.attach;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.heaptwin.linux.ProcessFiles;
import org.junit.jupiter.api.Test;

class PerformanceDataTest {

  @Test
  void readsWhatARealJvmTells() throws IOException {
    try (ChildProcesses children = new ChildProcesses()) {
      Process jvm = children.jvm("-XX:+UseG1GC", "-Dkey=value");

      PerformanceData data = PerformanceData.of(new ProcessFiles(jvm.pid())).orElseThrow();

      assertThat(data.collector()).contains("G1");
      assertThat(data.text("java.rt.vmArgs").orElseThrow()).contains("-Dkey=value");
      assertThat(data.text("sun.rt.javaCommand")).contains(Sleeper.class.getName());
    }
  }

  @Test
  void survivesDamagedFiles() throws IOException {
    byte[] whole = ownFile();
    assertThat(PerformanceData.parse(whole).orElseThrow().texts()).isNotEmpty();

    for (int length : List.of(0, 4, 31, 32, 100, 1001)) {
      assertThat(
              PerformanceData.parse(Arrays.copyOf(whole, length))
                  .flatMap(data -> data.text("java.rt.vmArgs")))
          .isNotNull();
    }
    Random random = new Random(42);
    for (int i = 0; i < 500; i++) {
      byte[] damaged = whole.clone();
      for (int j = 0; j < 20; j++) {
        damaged[random.nextInt(4000)] = (byte) random.nextInt();
      }
      assertThat(PerformanceData.parse(damaged)).isNotNull();
    }
  }

  private static byte[] ownFile() throws IOException {
    String pid = Long.toString(ProcessHandle.current().pid());
    try (Stream<Path> directories = Files.list(Path.of("/tmp"))) {
      Path file =
          directories
              .map(directory -> directory.resolve(pid))
              .filter(Files::isRegularFile)
              .findFirst()
              .orElseThrow();
      return Files.readAllBytes(file);
    }
  }
}
