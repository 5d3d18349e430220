package org.heaptwin.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.util.List;
import java.util.Properties;
import org.heaptwin.agent.inside.Waiting;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packaged jar, loaded into a program that runs. */
class AttachIT {
  @ParameterizedTest
  @MethodSource("org.heaptwin.agent.RealJvm#all")
  void canBeLoadedAnyNumberOfTimes(RealJvm jvm) throws Exception {
    Process process = jvm.startWithoutAgent(Waiting.class);
    try (BufferedReader output = process.inputReader();
        BufferedWriter input = process.outputWriter()) {
      assertThat(output.readLine()).isEqualTo("ready");
      Properties properties = loadTwice(process.pid());
      input.write("go\n");
      input.flush();

      assertThat(properties)
          .containsEntry(AgentMain.LOADED_PROPERTY, "attach")
          .containsEntry(AgentMain.VERSION_PROPERTY, System.getProperty("heaptwin.project.version"))
          .doesNotContainKey(AgentMain.PROBLEM_PROPERTY);
      assertThat(output.lines().toList()).isEqualTo(List.of("installed=ok 1", "hits=1"));
      assertThat(process.waitFor()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  private static Properties loadTwice(long pid) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(pid + "");
    try {
      for (int time = 0; time < 2; time++) {
        machine.loadAgent(System.getProperty("heaptwin.agent.jar"));
      }
      return machine.getSystemProperties();
    } finally {
      machine.detach();
    }
  }
}
