package org.heaptwin.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.heaptwin.findings.Finding;
import org.heaptwin.profile.Profile;
import org.junit.jupiter.api.Test;

class JsonReportTest {
  private static final Schema SCHEMA = schema();

  @Test
  void everyReportFollowsTheSchema() {
    assertThat(SCHEMA.validate(report(List.of(Examples.replicated(), Examples.unknown(2)))))
        .isEmpty();
    assertThat(SCHEMA.validate(report(List.of()))).isEmpty();
    Profile bare = Examples.profile(null, Map.of());
    assertThat(SCHEMA.validate(JsonReport.write(bare, Examples.findings(List.of(), Map.of()))))
        .isEmpty();
  }

  @Test
  void theSchemaNoticesWhatIsMissingOrMadeUp() {
    ObjectNode withoutRank = report(List.of(Examples.replicated()));
    ((ObjectNode) withoutRank.get("contexts").get(0)).remove("rank");
    ObjectNode withMore = report(List.of(Examples.replicated())).put("more", 1);
    ObjectNode impossible = report(List.of(Examples.replicated()));
    ((ObjectNode) impossible.get("contexts").get(0).get("comparisons")).put("theta", 1.5);

    assertThat(SCHEMA.validate(withoutRank)).isNotEmpty();
    assertThat(SCHEMA.validate(withMore)).isNotEmpty();
    assertThat(SCHEMA.validate(impossible)).isNotEmpty();
  }

  @Test
  void writesTheUnknownAsNullAndNumbersUnrounded() {
    JsonNode contexts = report(List.of(Examples.replicated(), Examples.unknown(2))).get("contexts");

    JsonNode known = contexts.get(0);
    assertThat(known.at("/duplicates/byBytes/low").doubleValue()).isEqualTo(0.93799);
    assertThat(known.at("/allocated/bytesHigh").doubleValue()).isEqualTo(13_800_000.0);
    assertThat(known.at("/replicaBytes/high").isNull()).isTrue();
    assertThat(known.at("/curve/1/share").doubleValue()).isEqualTo(0.9996);
    assertThat(known.at("/comparisons/upper").doubleValue()).isEqualTo(0.8734);
    JsonNode unknown = contexts.get(1);
    assertThat(unknown.at("/allocated/bytes").isNull()).isTrue();
    assertThat(unknown.at("/replicaBytes/low").isNull()).isTrue();
    assertThat(unknown.get("comparisons").isNull()).isTrue();
    assertThat(unknown.get("content")).isEmpty();
  }

  @Test
  void keepsNamesAsTheyAre() {
    JsonNode contexts = report(List.of(Examples.unknown(1))).get("contexts");

    assertThat(contexts.get(0).get("class").textValue()).isEqualTo(Examples.HOSTILE);
  }

  private static ObjectNode report(List<Finding> findings) {
    Profile profile = Examples.profile();
    return JsonReport.write(profile, Examples.findings(findings, profile.losses()));
  }

  private static Schema schema() {
    String name = "heaptwin-report-1.schema.json";
    try (InputStream input = Objects.requireNonNull(JsonReport.class.getResourceAsStream(name))) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(input);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
