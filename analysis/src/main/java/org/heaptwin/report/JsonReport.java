package org.heaptwin.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.TreeMap;
import org.heaptwin.findings.Findings;
import org.heaptwin.profile.Profile;

/**
 * The report for programs, schema heaptwin-report/1 (docs/report-format.md): numbers unrounded,
 * null for unknown. A pure function of its arguments.
 */
public final class JsonReport {
  public static final String SCHEMA = "heaptwin-report/1";
  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonReport() {}

  public static ObjectNode write(Profile profile, Findings findings) {
    ObjectNode root = JSON.createObjectNode();
    root.put("schema", SCHEMA);
    root.set("target", JSON.valueToTree(profile.target()));
    root.set("recording", recording(profile));
    root.set("sources", JSON.valueToTree(profile.sources()));
    root.set("losses", JSON.valueToTree(new TreeMap<>(findings.losses())));
    root.set("collections", JSON.valueToTree(profile.collections()));
    root.put("grouping", findings.grouping().kind().name().toLowerCase(Locale.ROOT));
    root.set("skippedPrefixes", JSON.valueToTree(findings.grouping().skippedPrefixes()));
    root.set("headline", headline(findings));
    root.set("totals", totals(findings));
    root.put("familySize", findings.familySize());
    root.set("cautions", JSON.valueToTree(findings.cautions()));
    root.set("threads", threads(findings));
    ArrayNode contexts = root.putArray("contexts");
    findings.findings().forEach(finding -> contexts.add(JsonFinding.write(finding)));
    ArrayNode byAccesses = root.putArray("byAccesses");
    findings.byAccesses().forEach(index -> byAccesses.add(findings.findings().get(index).rank()));
    return root;
  }

  private static ObjectNode recording(Profile profile) {
    ObjectNode node = JSON.valueToTree(profile.recording());
    return node.put("agent", profile.agent() == null ? null : profile.agent().version());
  }

  private static ObjectNode headline(Findings findings) {
    ObjectNode node = JSON.createObjectNode();
    node.set("replicaBytes", JsonEstimate.write(findings.headline().replicaBytes()));
    node.set("replicaBytesPerSecond", JsonEstimate.write(findings.headline().perSecond()));
    node.set("shareOfAllocation", JsonEstimate.write(findings.headline().shareOfAllocation()));
    return node.put("replicated", findings.headline().replicated())
        .put("likely", findings.headline().likely());
  }

  private static ObjectNode totals(Findings findings) {
    Findings.Totals totals = findings.totals();
    ObjectNode node = JSON.createObjectNode();
    JsonEstimate.flat(node, "bytes", totals.bytes());
    JsonEstimate.flat(node, "objects", totals.objects());
    return node.put("samples", totals.samples())
        .put("contexts", totals.contexts())
        .put("durationSeconds", totals.durationSeconds())
        .put("thinlySampledBytes", totals.thinlySampledBytes());
  }

  private static ArrayNode threads(Findings findings) {
    ArrayNode threads = JSON.createArrayNode();
    for (Findings.ThreadFinding thread : findings.threads()) {
      ObjectNode node = threads.addObject().put("id", thread.id()).put("name", thread.name());
      node.set("inflation", JsonEstimate.write(thread.inflation()));
      node.put("flagged", thread.flagged()).put("thinlySampled", thread.thinlySampled());
    }
    return threads;
  }
}
