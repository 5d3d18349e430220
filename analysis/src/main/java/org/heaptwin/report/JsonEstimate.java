package org.heaptwin.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.heaptwin.statistics.Estimate;

/**
 * An estimate in JSON: value, low, high, level and source, as an object or as fields with a common
 * name.
 */
final class JsonEstimate {
  private JsonEstimate() {}

  /**
   * {@code {"value", "low", "high", "level", "source"}}; numbers that are not finite are unknown.
   */
  static ObjectNode write(Estimate estimate) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    Estimate known = estimate == null ? Estimate.unknown(null) : estimate;
    return node.put("value", finite(known.value()))
        .put("low", finite(known.low()))
        .put("high", finite(known.high()))
        .put("level", finite(known.level()))
        .put("source", known.source());
  }

  /** {@code name, nameLow, nameHigh, nameLevel, nameSource}. */
  static void flat(ObjectNode node, String name, Estimate estimate) {
    Estimate known = estimate == null ? Estimate.unknown(null) : estimate;
    node.put(name, finite(known.value()));
    node.put(name + "Low", finite(known.low()));
    node.put(name + "High", finite(known.high()));
    node.put(name + "Level", finite(known.level()));
    node.put(name + "Source", known.source());
  }

  /** JSON has no word for infinity or NaN. */
  static Double finite(Double number) {
    return number == null || !Double.isFinite(number) ? null : number;
  }
}
