package org.heaptwin.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.heaptwin.agent.weave.ClassWeaver;
import org.heaptwin.agent.weave.Outcome;
import org.heaptwin.agent.weave.Site;
import org.junit.jupiter.api.Test;

class ProbeTransformerTest {
  private static final Site SITE = Site.parse("1\ta/B\tm\t()V\t-1\t[I\t");

  private final ProbedClasses probed = new ProbedClasses();
  private final ProbeTransformer transformer =
      new ProbeTransformer(probed, new Redefinitions(true), new ClassWeaver());

  @Test
  void failureIsNotedAndTheClassStaysAsItIs() {
    probed.setSites(String.class, List.of(SITE));

    byte[] answer = transform(new byte[] {1, 2, 3});

    assertThat(answer).isNull();
    Outcome outcome = probed.resultOf(String.class).outcomes().get(SITE);
    assertThat(outcome.isProbed()).isFalse();
    assertThat(outcome).hasToString("transformer failed: java.lang.ArrayIndexOutOfBoundsException");
  }

  @Test
  void classesWithoutSitesAreNotLookedAt() {
    assertThat(transform(new byte[] {1, 2, 3})).isNull();
    assertThat(probed.resultOf(String.class)).isNull();
  }

  @Test
  void classesThatAreLoadedAreNotLookedAt() {
    assertThat(transformer.transform(null, "java/lang/String", null, null, new byte[0])).isNull();
  }

  @Test
  void whatARedefinitionBroughtTakesThePlaceOfAStaleClassFile() {
    byte[] first = {1};
    byte[] redefined = {2};
    assertThat(atOurs(first)).isNull();
    assertThat(transform(redefined)).isNull();

    assertThat(atOurs(first.clone())).isEqualTo(redefined);
    assertThat(atOurs(redefined)).isNull();
    assertThat(atOurs(new byte[] {3})).isNull();
  }

  @Test
  void redefinitionBackToTheFirstVersionIsOne() {
    byte[] first = {1};
    atOurs(first);
    transform(new byte[] {2});
    transform(first.clone());

    assertThat(atOurs(first.clone())).isNull();
  }

  private byte[] atOurs(byte[] classFile) {
    transformer.beginOfOurs();
    try {
      return transform(classFile);
    } finally {
      transformer.endOfOurs();
    }
  }

  private byte[] transform(byte[] classFile) {
    return transformer.transform(null, "java/lang/String", String.class, null, classFile);
  }
}
