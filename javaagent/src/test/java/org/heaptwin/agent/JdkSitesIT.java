package org.heaptwin.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.heaptwin.agent.inside.EveryLoadedClass;
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

  @ParameterizedTest
  @MethodSource("org.heaptwin.agent.RealJvm#all")
  void loadedClassesOfTheJdkWorkProbed(RealJvm jvm) throws Exception {
    Map<String, String> found = jvm.run(EveryLoadedClass.class, "-Done.in=4");

    assertThat(found)
        .containsEntry("answers", "[ok]")
        .containsEntry("probed", found.get("sites"))
        .containsEntry("sameWork", "true")
        .containsEntry("left", "0")
        .containsEntry("hitsAfterwards", "0");
    assertThat(Integer.parseInt(found.get("classes"))).isGreaterThan(100);
    assertThat(Long.parseLong(found.get("hits"))).isGreaterThan(10_000);
  }
}
