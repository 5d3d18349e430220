package org.heaptwin.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.heaptwin.agent.inside.BytesAfterRemoval;
import org.heaptwin.agent.inside.Redefinition;
import org.heaptwin.agent.inside.Reflection;
import org.heaptwin.agent.inside.Refusals;
import org.heaptwin.agent.inside.StackTraces;
import org.heaptwin.agent.weave.Reason;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the JVM, the program and other agents see of the probes. */
class RealJvmIT {
  private static final String JVMS = "org.heaptwin.agent.RealJvm#all";

  @ParameterizedTest
  @MethodSource(JVMS)
  void classesAreAsBeforeOnceTheProbesAreGone(RealJvm jvm) throws Exception {
    Map<String, String> found = jvm.run(BytesAfterRemoval.class);

    for (String name : new String[] {"application", "jdk"}) {
      assertThat(found)
          .containsEntry(name + ".installed", "ok 1")
          .containsEntry(name + ".differsDuring", "true")
          .containsEntry(name + ".left", "0")
          .containsEntry(name + ".sameAfterwards", "true");
    }
  }

  @ParameterizedTest
  @MethodSource(JVMS)
  void anotherAgentMayRedefineAProbedClass(RealJvm jvm) throws Exception {
    Map<String, String> found = jvm.run(Redefinition.class);

    assertThat(found.keySet())
        .containsExactlyInAnyOrder(
            "installed", "probedBefore", "redefined", "probedAfter", "known", "restored", "silent");
    assertThat(found.values()).containsOnly("" + Redefinition.CYCLES);
  }

  @ParameterizedTest
  @MethodSource(JVMS)
  void stackTracesStayTheSame(RealJvm jvm) throws Exception {
    assertThat(jvm.run(StackTraces.class))
        .containsEntry("installed", "ok 6")
        .containsEntry("hits", "14")
        .containsEntry("frames", "12")
        .containsEntry("sameDuring", "true")
        .containsEntry("sameAfterwards", "true");
  }

  @ParameterizedTest
  @MethodSource(JVMS)
  void whatNativeMethodsAllocatePasses(RealJvm jvm) throws Exception {
    for (boolean nativeOnly : new boolean[] {true, false}) {
      assertThat(jvm.run(Reflection.class, "-Djdk.reflect.useNativeAccessorOnly=" + nativeOnly))
          .containsEntry("constructor", "ok 1")
          .containsEntry("handle", "ok 1")
          .containsEntry("array", "ok 1")
          .containsEntry("clone", "ok 1")
          .containsEntry("constructed", "" + Reflection.EACH)
          .containsEntry("arrays", "" + Reflection.EACH)
          .containsEntry("clones", "" + Reflection.EACH);
    }
  }

  @ParameterizedTest
  @MethodSource(JVMS)
  void whatCannotBeProbedIsSaidAndHarmsNobody(RealJvm jvm) throws Exception {
    assertThat(jvm.run(Refusals.class))
        .containsEntry("hidden", Reason.HIDDEN)
        .containsEntry("hiddenAsJvmtiSaysIt", Reason.HIDDEN)
        .containsEntry("array", Reason.NOT_MODIFIABLE)
        .containsEntry("notLoaded", Reason.NOT_LOADED)
        .containsEntry("noMethod", Reason.NO_METHOD)
        .containsEntry("ours", Reason.OURS)
        .containsEntry("agents", Reason.OURS)
        .containsEntry("blind", Reason.PROBE_NOT_VISIBLE)
        .containsEntry("twice", "ok 2")
        .containsEntry("twiceHits", "2")
        .containsEntry("left", "0")
        .containsEntry("broken", Reason.FAILS_VERIFICATION)
        .containsEntry("both", Reason.FAILS_VERIFICATION + ",ok 1")
        .containsEntry("otherHits", "1")
        .containsEntry("otherRemoved", "ok")
        .containsEntry("stillWorks", "version-1")
        .containsEntry("nothingLeft", "0")
        .containsEntry("worksAgain", "ok 1")
        .containsEntry("notRemoved", "not removed")
        .containsEntry("nothingMore", "1 not removed")
        .containsEntry("staysProbed", "1")
        .containsEntry("removed", "ok")
        .containsEntry("removedTwice", "not installed")
        .containsEntry("unknown", "unknown request")
        .containsEntry("noRequest", "1")
        .containsEntry("badSite", Reason.BAD_SITE)
        .containsEntry("badId", "request failed: java.lang.NumberFormatException")
        .containsEntry("idTooLarge", Reason.BAD_SITE)
        .containsEntry("loaded", "org/heaptwin/agent/inside/Versioned");
  }
}
