package org.heaptwin.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes to the agent and what comes back (docs/agent-options.md). */
class ProtocolTest {

  @Test
  void escapesValuesAndLeavesDefaultsOut() {
    AgentOptions options =
        AgentOptions.start()
            .with("file", "/tmp/a,b%p.htprof")
            .with("rate", null)
            .with("interval", 4096);

    assertThat(options).hasToString("start,file=/tmp/a%2Cb%25p.htprof,interval=4096");
  }

  @Test
  void readsAReply() {
    AgentReply reply =
        AgentReply.parse(
            "{\"ok\":true,\"state\":\"recording\",\"file\":null,\"elapsedNanos\":5,\"registered\":7,\"comparisons\":0,\"inspections\":0,\"losses\":0}");

    assertThat(reply.recording()).isTrue();
    assertThat(reply.file()).isEmpty();
    assertThat(reply.registered()).isEqualTo(7);
  }

  @Test
  void passesTheAgentsOwnFailureOn() {
    assertThatThrownBy(
            () ->
                AgentReply.parse(
                    "{\"ok\":false,\"what\":\"already recording\",\"remedy\":\"stop it first\",\"exit\":3}"))
        .isInstanceOfSatisfying(
            Problem.class,
            problem -> {
              assertThat(problem.line()).isEqualTo("already recording; stop it first");
              assertThat(problem.exitCode()).isEqualTo(ExitCode.TARGET);
            });
  }

  @Test
  void refusesWhatIsNoReply() {
    for (String text : List.of("", "{", "[]", "{\"state\":\"idle\"}", "null")) {
      assertThatThrownBy(() -> AgentReply.parse(text))
          .isInstanceOf(Problem.class)
          .hasMessageContaining("cannot be read");
    }
  }

  @Test
  void explainsALibraryThatIsNone(@TempDir Path directory) throws IOException {
    Path library = Files.writeString(directory.resolve("libheaptwin.so"), "not ELF");
    try (ChildProcesses children = new ChildProcesses()) {
      Agent agent = new Agent(children.jvm().pid(), library);

      assertThatThrownBy(() -> agent.send(AgentOptions.status()))
          .isInstanceOf(Problem.class)
          .hasMessageContaining("could not load " + library);
    }
  }

  @Test
  void explainsALibraryWithoutAnAgent() throws IOException {
    Path library = Path.of(System.getProperty("java.home"), "lib", "libverify.so");
    try (ChildProcesses children = new ChildProcesses()) {
      Agent agent = new Agent(children.jvm().pid(), library);

      assertThatThrownBy(() -> agent.send(AgentOptions.status()))
          .isInstanceOf(Problem.class)
          .hasMessageContaining("could not load " + library);
    }
  }

  @Test
  void explainsATargetThatEndedMeanwhile() throws Exception {
    Agent agent = new Agent(ChildProcesses.deadPid(), Path.of("/lib/none.so"));

    assertThatThrownBy(() -> agent.send(AgentOptions.status()))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("has ended");
  }

  @Test
  void refusesOptionsThatAttachCannotCarry() throws IOException {
    try (ChildProcesses children = new ChildProcesses()) {
      Agent agent = new Agent(children.jvm().pid(), Path.of("/lib/none.so"));

      assertThatThrownBy(
              () -> agent.send(AgentOptions.start().with("file", "/" + "x".repeat(1100))))
          .isInstanceOf(Problem.class)
          .hasMessageContaining("at most 1024 bytes");
    }
  }
}
