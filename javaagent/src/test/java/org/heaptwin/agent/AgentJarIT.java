package org.heaptwin.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;

/** The packaged jar, loaded the way a user loads it. */
class AgentJarIT {
  private static final Path JAR = Path.of(System.getProperty("heaptwin.agent.jar"));
  private static final String PROJECT_VERSION = System.getProperty("heaptwin.project.version");

  /** Prints the property that the agent sets. */
  static final class Target {
    public static void main(String[] arguments) {
      System.out.print(System.getProperty(AgentMain.VERSION_PROPERTY));
    }
  }

  @Test
  void answersItsVersionWhenLoadedAtStartup() throws Exception {
    Process target =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-javaagent:" + JAR,
                "-cp",
                System.getProperty("heaptwin.test.classes"),
                Target.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(target.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(target.waitFor()).isZero();
    assertThat(output).isEqualTo(PROJECT_VERSION);
  }

  @Test
  void manifestNamesBothEntryPoints() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      Manifest manifest = jar.getManifest();

      assertThat(manifest.getMainAttributes().getValue("Premain-Class"))
          .isEqualTo(AgentMain.class.getName());
      assertThat(manifest.getMainAttributes().getValue("Agent-Class"))
          .isEqualTo(AgentMain.class.getName());
    }
  }
}
