package org.heaptwin.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.heaptwin.findings.Grouping;
import org.junit.jupiter.api.Test;

class ContextKeyTest {
  private static final ContextKey KEY =
      ContextKey.of("int[]", List.of("java.util.X.a(X.java:1)", "p.Q$$Lambda$3/0x000000080.b()"));

  @Test
  void theSameStackInAnotherRunIsTheSameKey() {
    assertThat(ContextKey.of("int[]", List.of("java.util.X.a(X.java:1)", "p.Q$$Lambda$9.b()")))
        .isEqualTo(KEY);
    assertThat(ContextKey.of("int[]", List.of("java.util.X.a(X.java:2)", "p.Q$$Lambda$9.b()")))
        .isNotEqualTo(KEY);
  }

  @Test
  void rollsUpAsTheReportsDo() {
    assertThat(KEY.rolledUp(Grouping.CONTEXT)).isEqualTo(KEY);
    assertThat(KEY.rolledUp(Grouping.site()).frames()).containsExactly("java.util.X.a(X.java:1)");
    assertThat(KEY.rolledUp(Grouping.siteSkipping(Grouping.JDK_PREFIXES)).frames())
        .containsExactly("p.Q$$Lambda.b()");
    assertThat(KEY.rolledUp(Grouping.CLASS).frames()).isEmpty();
  }
}
