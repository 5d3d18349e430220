package org.heaptwin.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentReplyTest {
  @Test
  void readsWhatARecordingAgentSays() {
    AgentReply reply =
        AgentReply.parse(
            "{\"ok\":true,\"state\":\"recording\",\"file\":\"/tmp/a \\u00fc.htprof\","
                + "\"elapsedNanos\":20000000000,\"registered\":412,\"later\":{\"x\":[1,2]},"
                + "\"retransform\":\"costly\"}");
    assertThat(reply.recording()).isTrue();
    assertThat(reply.file()).contains("/tmp/a ü.htprof");
    assertThat(reply.elapsedNanos()).isEqualTo(20_000_000_000L);
    assertThat(reply.registered()).isEqualTo(412);
    assertThat(reply.retransform()).contains("costly");
  }

  @Test
  void whatIsNotSaidIsEmpty() {
    AgentReply reply = AgentReply.parse("{\"ok\":true,\"state\":\"idle\",\"file\":null}");
    assertThat(reply.recording()).isFalse();
    assertThat(reply.file()).isEmpty();
    assertThat(reply.retransform()).isEmpty();
  }

  @Test
  void aFailureIsPassedOnInItsOwnWords() {
    assertThatThrownBy(
            () ->
                AgentReply.parse(
                    "{\"ok\":false,\"what\":\"a is b\",\"remedy\":\"do c\",\"exit\":4}"))
        .isInstanceOfSatisfying(
            Problem.class,
            problem -> {
              assertThat(problem).hasMessage("a is b");
              assertThat(problem.remedy()).isEqualTo("do c");
              assertThat(problem.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "[]",
        "{}",
        "{\"ok\":1}",
        "{\"ok\":true,\"state\":\"recor",
        "{\"ok\":true,\"registered\":\"many\"}"
      })
  void anythingElseIsNoReply(String text) {
    assertThatThrownBy(() -> AgentReply.parse(text))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("cannot be read");
  }
}
