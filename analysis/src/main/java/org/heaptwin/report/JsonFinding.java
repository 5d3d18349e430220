package org.heaptwin.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.heaptwin.findings.Finding;
import org.heaptwin.statistics.Estimate;

/** One finding as an entry of {@code contexts}. */
final class JsonFinding {
  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonFinding() {}

  static ObjectNode write(Finding finding) {
    ObjectNode node = JSON.createObjectNode();
    node.put("rank", finding.rank());
    node.put("accessRank", finding.accessRank());
    node.put("class", finding.className());
    node.set("frames", JSON.valueToTree(finding.frames()));
    node.put("truncated", finding.truncated());
    node.put("contexts", finding.contexts());
    node.put("decision", finding.decision().name().toLowerCase(Locale.ROOT).replace('_', ' '));
    node.set("evidence", JSON.valueToTree(finding.evidence()));
    node.set("allocated", allocated(finding.allocated()));
    node.putNull("live");
    node.set("replicaBytes", JsonEstimate.write(finding.replicaBytes()));
    node.set("replicaBytesPerSecond", JsonEstimate.write(finding.replicaBytesPerSecond()));
    node.set("duplicates", duplicates(finding.duplicates()));
    node.set("comparisons", compared(finding.comparisons()));
    node.set("curve", curve(finding));
    ArrayNode content = node.putArray("content");
    if (finding.content() != null) {
      content.add(content(finding.content()));
    }
    node.set("accesses", accesses(finding.accessed()));
    node.set("survival", survival(finding.survivedFirstCollection()));
    node.putNull("sharing");
    node.putNull("advice");
    node.set("threads", JSON.valueToTree(finding.threads()));
    node.set("cautions", JSON.valueToTree(finding.cautions()));
    node.set("exhaustive", exhaustive(finding.exhaustive()));
    return node;
  }

  private static ObjectNode allocated(Finding.Allocated allocated) {
    ObjectNode node = JSON.createObjectNode();
    JsonEstimate.flat(node, "bytes", allocated.bytes());
    JsonEstimate.flat(node, "objects", allocated.objects());
    JsonEstimate.flat(node, "shareOfBytes", allocated.shareOfBytes());
    return node.put(
        "missedWithFivePercent", JsonEstimate.finite(allocated.missedWithFivePercent()));
  }

  private static ObjectNode duplicates(Finding.Duplicates duplicates) {
    ObjectNode node = JSON.createObjectNode();
    node.set("byBytes", JsonEstimate.write(duplicates.byBytes()));
    node.set("byCount", JsonEstimate.write(duplicates.byCount()));
    node.set("seenMass", JsonEstimate.write(duplicates.seenMass()));
    node.set("largestGroup", JsonEstimate.write(duplicates.largestGroup()));
    node.set("curve", JsonEstimate.write(duplicates.curve()));
    node.put("curveWindow", duplicates.curveWindow());
    node.set("metBefore", JsonEstimate.write(duplicates.metBefore()));
    return node;
  }

  private static ObjectNode compared(Finding.Compared compared) {
    if (compared == null) {
      return null;
    }
    ObjectNode node = JSON.createObjectNode();
    node.put("n", compared.pairs()).put("matches", compared.matches());
    node.put("knownIdentical", compared.knownIdentical());
    node.put("knownDifferent", compared.knownDifferent());
    node.put("unknown", compared.unknown());
    JsonEstimate.flat(node, "theta", compared.theta());
    JsonEstimate.flat(node, "alpha", compared.alpha());
    JsonEstimate.flat(node, "identity", compared.identity());
    JsonEstimate.flat(node, "largestShare", compared.largestShare());
    node.put("lower", JsonEstimate.finite(compared.paperLower()));
    node.put("upper", JsonEstimate.finite(compared.paperUpper()));
    node.put("target", compared.target());
    node.put("assumption", compared.assumption());
    return node.put("disagree", compared.disagree());
  }

  private static ArrayNode curve(Finding finding) {
    ArrayNode curve = JSON.createArrayNode();
    for (Finding.CurvePoint point : finding.curve()) {
      ObjectNode node = curve.addObject().put("window", point.window()).put("runs", point.runs());
      share(node, "share", point.byBytes());
      JsonEstimate.flat(node, "shareByCount", point.byCount());
    }
    return curve;
  }

  private static ObjectNode content(Finding.Content content) {
    ObjectNode node = JSON.createObjectNode();
    node.put("depth", content.depth()).put("pooled", content.pooled());
    node.put("sampled", content.sampled()).put("distinct", content.distinct());
    share(node, "largestShare", content.largestShareByBytes());
    JsonEstimate.flat(node, "largestShareByCount", content.largestShareByCount());
    JsonEstimate.flat(node, "pairIdentity", content.pairIdentity());
    JsonEstimate.flat(node, "zeroShare", content.zeroShare());
    JsonEstimate.flat(node, "withinEpochIdentity", content.withinEpochIdentity());
    JsonEstimate.flat(node, "withinEpochLargestShare", content.withinEpochLargestShare());
    return node;
  }

  private static ObjectNode accesses(Finding.Accessed accessed) {
    if (accessed == null) {
      return null;
    }
    ObjectNode node = JSON.createObjectNode().put("samples", accessed.samples());
    node.set("share", JsonEstimate.write(accessed.share()));
    node.set("toReplicas", JsonEstimate.write(accessed.toReplicas()));
    node.set("offsets", JSON.valueToTree(accessed.offsets()));
    return node;
  }

  private static ObjectNode exhaustive(Finding.Exhaustive counted) {
    if (counted == null) {
      return null;
    }
    ObjectNode node = JSON.createObjectNode();
    node.put("scope", counted.scope());
    node.put("objects", counted.objects()).put("bytes", counted.bytes());
    node.put("grouped", counted.grouped());
    node.put("distinct", counted.distinct()).put("largestGroup", counted.largestGroup());
    node.set("groupSizes", JSON.valueToTree(counted.groupSizes()));
    node.put("duplicateBytes", JsonEstimate.finite(counted.duplicateBytes()));
    node.put("duplicateObjects", JsonEstimate.finite(counted.duplicateObjects()));
    node.put("agreementPairs", counted.agreementPairs());
    JsonEstimate.flat(node, "alpha", counted.agreement());
    node.put("dropped", counted.dropped()).put("unread", counted.unread());
    node.put("ungrouped", counted.ungrouped());
    return node.put("complete", counted.complete());
  }

  private static ObjectNode survival(Estimate survived) {
    ObjectNode node = JSON.createObjectNode();
    node.set("survivedFirstCollection", JsonEstimate.write(survived));
    return node;
  }

  /** A share whose ends carry no name of their own. */
  private static void share(ObjectNode node, String name, Estimate estimate) {
    ObjectNode written = JsonEstimate.write(estimate);
    node.set(name, written.get("value"));
    node.set("low", written.get("low"));
    node.set("high", written.get("high"));
    node.set("level", written.get("level"));
    node.set("source", written.get("source"));
  }
}
