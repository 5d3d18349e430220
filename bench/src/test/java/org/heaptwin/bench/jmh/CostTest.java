package org.heaptwin.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CostTest {
  @Test
  void intervalIsStudentsOfTheMean() {
    Cost cost = Cost.of("x", new double[] {1, 2, 3, 4, 5});

    // Standard deviation sqrt(2.5), t(4, 0.975) = 2.7764 (Fisher and Yates' table).
    assertThat(cost.nanos()).isEqualTo(3);
    assertThat(cost.high() - 3).isCloseTo(2.7764 * Math.sqrt(2.5 / 5), within(1e-4));
    assertThat(3 - cost.low()).isCloseTo(2.7764 * Math.sqrt(2.5 / 5), within(1e-4));
  }

  @Test
  void oneMeasurementHasNoInterval() {
    assertThat(Cost.of("x", new double[] {7})).isEqualTo(new Cost("x", 7, null, null, 1));
  }

  @Test
  void repetitionsAreTakenTogetherInNanosecondsAndInTheOrderOfTheSource() throws IOException {
    List<Cost> costs =
        NativeBenchmarks.costs(
            new JsonMapper()
                .readTree(
                    """
                    {"benchmarks": [
                      {"name": "A/16", "run_name": "A/16", "family_index": 1, "run_type": "iteration", "cpu_time": 1.5, "time_unit": "us"},
                      {"name": "B", "run_name": "B", "family_index": 0, "run_type": "iteration", "cpu_time": 10, "time_unit": "ns"},
                      {"name": "A/16", "run_name": "A/16", "family_index": 1, "run_type": "iteration", "cpu_time": 2.5, "time_unit": "us"},
                      {"name": "A/16_mean", "run_name": "A/16", "run_type": "aggregate", "cpu_time": 99, "time_unit": "us"}]}
                    """));

    assertThat(costs).extracting(Cost::name).containsExactly("B", "A/16");
    assertThat(costs).extracting(Cost::nanos).containsExactly(10.0, 2_000.0);
    assertThat(costs).extracting(Cost::measurements).containsExactly(1L, 2L);
  }

  @Test
  void anErrorOfABenchmarkIsNotATime() {
    assertThatThrownBy(
            () ->
                NativeBenchmarks.costs(
                    new JsonMapper()
                        .readTree(
                            "{\"benchmarks\": [{\"name\": \"A\", \"error_occurred\": true, \"error_message\": \"broken\"}]}")))
        .hasMessageContaining("broken");
  }
}
