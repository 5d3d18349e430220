package org.heaptwin.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.heaptwin.agent.inside.JdkSites;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes of java.base that everything uses, the agent itself included. */
class JdkSitesIT {
  @ParameterizedTest
  @MethodSource("org.heaptwin.agent.RealJvm#all")
  void everyObjectPassesTheProbe(RealJvm jvm) throws Exception {
    Map<String, String> found = jvm.run(JdkSites.class);

    assertThat(found)
        .containsEntry("node", "ok 1")
        .containsEntry("integer", "ok 1")
        .containsEntry("string", "ok 1")
        .containsEntry("table", "ok 1")
        .containsEntry("nodes", "" + JdkSites.EACH)
        .containsEntry("integers", "" + JdkSites.EACH)
        .containsEntry("strings", "" + JdkSites.EACH)
        .containsEntry("oneRemoved", "ok")
        .containsEntry("otherStays", "true")
        .containsEntry("left", "0")
        .containsEntry("nodesAfterwards", "0");
  }
}
