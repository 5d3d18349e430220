package org.heaptwin.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReplicaBytesTest {
  @Test
  void unknownPartsMakeItUnknown() {
    assertThat(ReplicaBytes.of(null, 0.5, 0.05, "test").low()).isNull();
    assertThat(ReplicaBytes.of(100.0, null, 0.05, "test").low()).isNull();
    assertThat(ReplicaBytes.of(100.0, 0.5, 0.05, "test"))
        .isEqualTo(new Estimate(null, 50.0, null, 0.95, "test"));
  }

  /** Bytes and duplicate share from one sample: half in one group, half in pairs, 64 bytes each. */
  @Test
  void productOfEndsHolds() {
    Contents contents = Contents.halfLargeHalfPairs();
    Random random = new Random(20);
    double size = 64;
    double interval = 262144;
    double inclusion = 1 - Math.exp(-size / interval);
    double truth = Contents.OBJECTS * size * contents.duplicateShare();
    Coverage coverage = new Coverage();
    for (int run = 0; run < 2000; run++) {
      double expected = Contents.OBJECTS * inclusion;
      int n = (int) Math.round(expected + Math.sqrt(expected) * random.nextGaussian());
      int[] group = contents.sample(n, random);
      double weight = size / inclusion;
      double bytesLow =
          AllocationTotal.of(
                  n * weight, n * weight * weight * (1 - inclusion), 0, weight, 0.025, "")
              .low();
      double[] ones = Weights.ones(n);
      double low =
          DuplicateShare.low(
              List.of(
                  error -> SeenMass.low(group, ones, ones, bytesLow / size, 1, error),
                  error -> LargestShare.low(group, ones, 1, error) - 1 / (bytesLow / size)),
              0.025);
      coverage.add(ReplicaBytes.of(bytesLow, low, 0.05, "").low() <= truth);
    }
    coverage.assertAtLeast(0.95, "replica bytes");
  }
}
