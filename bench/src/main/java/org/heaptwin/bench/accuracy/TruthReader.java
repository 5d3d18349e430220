package org.heaptwin.bench.accuracy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/**
 * Reads the exact counts of an exhaustive profile. It goes to the file itself, not through the
 * analysis that is judged by it.
 */
final class TruthReader {
  /** Not a context, but what is left of those beyond the agent's limit. */
  private static final String OVERFLOW = "(other stacks";

  private TruthReader() {}

  /**
   * The truth in a profile.
   *
   * @throws IOException also when the recording was not exhaustive
   */
  static Truth read(Path profile) throws IOException {
    JsonNode root;
    try (InputStream in = new GZIPInputStream(Files.newInputStream(profile))) {
      root = new JsonMapper().readTree(in);
    }
    if (!root.path("recording").path("exhaustive").asBoolean()) {
      throw new IOException(profile + " is not an exhaustive recording");
    }
    return of(root);
  }

  static Truth of(JsonNode root) {
    Map<ContextKey, TrueContext> contexts = new LinkedHashMap<>();
    for (JsonNode context : root.path("contexts")) {
      List<String> frames = new ArrayList<>();
      for (JsonNode frame : context.path("frames")) {
        frames.add(root.path("frames").path(frame.asInt()).asText());
      }
      add(contexts, root, context, frames);
    }
    Map<ContextKey, TrueContext> sites = new LinkedHashMap<>();
    for (JsonNode site : root.path("sites")) {
      JsonNode frame = site.path("frame");
      List<String> frames =
          frame.isNull() ? List.of() : List.of(root.path("frames").path(frame.asInt()).asText());
      add(sites, root, site, frames);
    }
    return new Truth(contexts, sites);
  }

  private static void add(
      Map<ContextKey, TrueContext> units, JsonNode root, JsonNode unit, List<String> frames) {
    if (frames.size() == 1 && frames.get(0).startsWith(OVERFLOW)) {
      return;
    }
    String className = root.path("classes").path(unit.path("class").asInt()).path("name").asText();
    units.merge(ContextKey.of(className, frames), counts(unit), TrueContext::plus);
  }

  private static TrueContext counts(JsonNode context) {
    JsonNode exact = context.path("exhaustive");
    if (exact.isMissingNode() || exact.isNull()) {
      JsonNode allocation = context.path("allocation");
      return new TrueContext(
          allocation.path("objects").path("total").asDouble(),
          allocation.path("bytes").path("total").asDouble(),
          0,
          0,
          0,
          null,
          null,
          Map.of());
    }
    double grouped = exact.path("grouped").asDouble();
    double groupedBytes = exact.path("groupedBytes").asDouble();
    boolean pooled = exact.path("scope").asText().equals("recording") && grouped > 0;
    return new TrueContext(
        exact.path("objects").asDouble(),
        exact.path("bytes").asDouble(),
        grouped,
        groupedBytes,
        groupedBytes - exact.path("distinctBytes").asDouble(),
        pooled ? exact.path("largestGroupBytes").asDouble() / groupedBytes : null,
        pooled ? exact.path("largestGroup").asDouble() / grouped : null,
        curve(exact));
  }

  /** Nothing when the sequence has gaps: a distance across one is unknown. */
  private static Map<Integer, Double> curve(JsonNode exact) {
    JsonNode curve = exact.path("curve");
    double objects = exact.path("objects").asDouble();
    boolean gaps =
        curve.path("unknown").asLong() > 0 || exact.path("lost").path("dropped").asLong() > 0;
    Map<Integer, Double> shares = new TreeMap<>();
    for (int i = 0; !gaps && objects > 0 && i < curve.path("windows").size(); i++) {
      shares.put(
          curve.path("windows").get(i).asInt(), curve.path("objects").get(i).asDouble() / objects);
    }
    return shares;
  }
}
