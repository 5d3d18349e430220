package org.heaptwin.bench.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs the benchmarks of native code, an executable of Google Benchmark. */
final class NativeBenchmarks {
  private static final Map<String, Double> NANOS =
      Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9);

  /** They were run in a random order. */
  private static final Comparator<JsonNode> AS_DECLARED =
      Comparator.comparingInt((JsonNode run) -> run.path("family_index").asInt())
          .thenComparingInt(run -> run.path("per_family_instance_index").asInt());

  private NativeBenchmarks() {}

  /**
   * Runs them all.
   *
   * @param executable its path
   * @param json where its results go
   * @param repetitions measurements of each
   * @param seconds least time of one measurement
   * @throws IOException when it fails or was not built
   */
  static List<Cost> run(Path executable, Path json, int repetitions, double seconds)
      throws IOException, InterruptedException {
    if (!Files.isExecutable(executable)) {
      throw new IOException(executable + " is not there; install libbenchmark-dev and build again");
    }
    int exit =
        new ProcessBuilder(
                executable.toString(),
                "--benchmark_repetitions=" + repetitions,
                "--benchmark_min_time=" + seconds,
                "--benchmark_enable_random_interleaving=true",
                "--benchmark_out_format=json",
                "--benchmark_out=" + json)
            .inheritIO()
            .start()
            .waitFor();
    if (exit != 0) {
      throw new IOException(executable + " ended with " + exit);
    }
    return costs(new JsonMapper().readTree(json.toFile()));
  }

  /**
   * Means and intervals from Google Benchmark's own repetitions; its aggregates are left out.
   *
   * @throws IOException when a benchmark reports an error
   */
  static List<Cost> costs(JsonNode results) throws IOException {
    Map<String, List<Double>> byName = new LinkedHashMap<>();
    List<JsonNode> runs = new ArrayList<>();
    results.path("benchmarks").forEach(runs::add);
    runs.sort(AS_DECLARED);
    for (JsonNode run : runs) {
      if (run.path("error_occurred").asBoolean()) {
        throw new IOException(
            run.path("name").asText() + ": " + run.path("error_message").asText());
      }
      if (run.path("run_type").asText().equals("iteration")) {
        byName
            .computeIfAbsent(run.path("run_name").asText(), name -> new ArrayList<>())
            .add(run.path("cpu_time").asDouble() * NANOS.get(run.path("time_unit").asText()));
      }
    }
    return byName.entrySet().stream()
        .map(
            entry ->
                Cost.of(
                    entry.getKey(),
                    entry.getValue().stream().mapToDouble(Double::doubleValue).toArray()))
        .toList();
  }
}
