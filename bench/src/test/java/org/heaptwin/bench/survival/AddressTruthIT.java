package org.heaptwin.bench.survival;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.bench.survival.AddressReadings.Rule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An address that the agent's rule accepts is where the object is, whatever the collector does
 * meanwhile; and without the rule it is not, or the test could not fail. About 40 s.
 */
class AddressTruthIT {
  private static final long READINGS = 200_000;

  @ParameterizedTest
  @MethodSource("org.heaptwin.bench.survival.Setting#readable")
  void acceptedAddressesAreRight(Jdk jdk, String collector) throws Exception {
    Path directory = Setting.directory(AddressTruthIT.class, jdk.feature(), collector);
    AddressTruth.Result result =
        AddressTruth.run(jdk, collector, READINGS, Setting.ADDRESS_TRUTH, directory);

    assertThat(result.by(Rule.EPOCH).accepted()).isGreaterThanOrEqualTo(READINGS);
    assertThat(result.by(Rule.EPOCH).wrong()).isZero();
    assertThat(result.by(Rule.COLLECTION_START).accepted()).isPositive();
    assertThat(result.by(Rule.COLLECTION_START).wrong()).isZero();
    assertThat(result.by(Rule.NONE).wrong()).isPositive();
    assertThat(result.collections()).isPositive();
    if (jdk.feature() == 17 && !collector.equals("G1")) {
      assertThat(result.silent()).as("collections that JDK 17 does not announce").isPositive();
    }
  }
}
