package org.heaptwin.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeapDumpReaderTest {
  @TempDir Path directory;

  /** Ten of one content, then five contents; references by identity. */
  static final class Known {
    final int number;
    final Object target;

    Known(int number, Object target) {
      this.number = number;
      this.target = target;
    }
  }

  /** The target that is shared by all. */
  private static final Object SHARED = new Object();

  @Test
  void comparesEveryObjectByContent() throws IOException {
    List<Object> kept = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      kept.add(new Known(0, SHARED));
    }
    for (int i = 1; i <= 5; i++) {
      kept.add(new Known(i, SHARED));
    }
    kept.add(new Known(0, new Object()));

    ClassCensus.Row row = census(Known.class.getName());

    assertThat(kept).hasSize(16);
    assertThat(row.objects()).isEqualTo(16);
    assertThat(row.distinct()).isEqualTo(7);
    assertThat(row.largestGroup()).isEqualTo(10);
    assertThat(row.duplicateShareByBytes()).isEqualTo(9 / 16.0);
  }

  @Test
  void namesAreThoseOfReports() {
    assertThat(HeapDumpReader.readable("java/lang/String")).isEqualTo("java.lang.String");
    assertThat(HeapDumpReader.readable("[Ljava/lang/Object;")).isEqualTo("java.lang.Object[]");
    assertThat(HeapDumpReader.readable("[[I")).isEqualTo("int[][]");
  }

  private ClassCensus.Row census(String className) throws IOException {
    Path dump = directory.resolve("own.hprof");
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpHeap(dump.toString(), true);
    return HeapDumpReader.read(dump).rows().stream()
        .filter(row -> row.className().equals(className))
        .findFirst()
        .orElseThrow();
  }
}
