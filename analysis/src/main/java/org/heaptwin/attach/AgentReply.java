package org.heaptwin.attach;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;

/**
 * What the agent answered to a command.
 *
 * @param recording whether a recording is running now
 * @param file the profile's path as the target sees it
 * @param elapsedNanos monotonic time since the recording began
 * @param registered objects registered so far
 * @param retransform what the next retransformation of a class costs the JVM: free, costly (all
 *     compiled code is discarded) or unknown; empty when it was not asked
 */
public record AgentReply(
    boolean recording,
    Optional<String> file,
    long elapsedNanos,
    long registered,
    Optional<String> retransform) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Reads the reply file's text.
   *
   * @throws Problem the failure that the agent reports, or that the text is no reply
   */
  static AgentReply parse(String text) {
    JsonNode reply = tree(text);
    if (!reply.path("ok").isBoolean()) {
      throw unreadable(null);
    }
    if (!reply.path("ok").booleanValue()) {
      throw new Problem(
          exitCode(reply.path("exit").asInt()),
          reply.path("what").asText("the agent failed without a reason"),
          reply.path("remedy").asText("run `heaptwin doctor`"));
    }
    return new AgentReply(
        reply.path("state").asText().equals("recording"),
        Optional.ofNullable(reply.path("file").textValue()),
        reply.path("elapsedNanos").asLong(),
        reply.path("registered").asLong(),
        Optional.ofNullable(reply.path("retransform").textValue()));
  }

  private static JsonNode tree(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw unreadable(e);
    }
  }

  private static Problem unreadable(Throwable cause) {
    return new Problem(
        ExitCode.TARGET,
        "the agent's reply cannot be read",
        "check that the libheaptwin.so in the target and this command are of one version",
        cause);
  }

  private static ExitCode exitCode(int code) {
    return switch (code) {
      case 2 -> ExitCode.USAGE;
      case 4 -> ExitCode.ENVIRONMENT;
      default -> ExitCode.TARGET;
    };
  }
}
