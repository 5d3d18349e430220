package org.heaptwin.attach;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LaunchOptionsTest {

  @Test
  void findsTheMainClassBehindOptionsWithValues() {
    assertThat(mainOf("-cp", "a:b", "-Xmx1g", "--add-modules", "x", "a.Main", "-jar", "no.jar"))
        .isEqualTo("a.Main");
    assertThat(mainOf("-Xmx1g", "-jar", "/x/app.jar", "arg")).isEqualTo("/x/app.jar");
    assertThat(mainOf("-m", "mod/a.Main")).isEqualTo("mod/a.Main");
    assertThat(mainOf("--module=mod/a.Main")).isEqualTo("mod/a.Main");
    assertThat(mainOf("--class-path=a", "a.Main")).isEqualTo("a.Main");
  }

  @Test
  void stopsReadingOptionsAtTheMainClass() {
    LaunchOptions options =
        LaunchOptions.ofCommandLine(List.of("a.Main", "-XX:+DisableAttachMechanism"));

    assertThat(options.flag("DisableAttachMechanism")).isEmpty();
  }

  private static String mainOf(String... arguments) {
    return LaunchOptions.ofCommandLine(List.of(arguments)).mainName().orElseThrow();
  }
}
