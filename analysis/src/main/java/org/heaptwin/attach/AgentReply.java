package org.heaptwin.attach;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
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
  private static final String TRUE = "true";
  private static final String FALSE = "false";

  /**
   * Reads the reply file's text.
   *
   * @throws Problem the failure that the agent reports, or that the text is no reply
   */
  static AgentReply parse(String text) {
    Map<String, String> reply = members(text);
    String ok = reply.get("ok");
    if (!TRUE.equals(ok) && !FALSE.equals(ok)) {
      throw unreadable(null);
    }
    if (FALSE.equals(ok)) {
      throw new Problem(
          exitCode(number(reply, "exit")),
          reply.getOrDefault("what", "the agent failed without a reason"),
          reply.getOrDefault("remedy", "run `heaptwin doctor`"));
    }
    return new AgentReply(
        "recording".equals(reply.get("state")),
        Optional.ofNullable(reply.get("file")),
        number(reply, "elapsedNanos"),
        number(reply, "registered"),
        Optional.ofNullable(reply.get("retransform")));
  }

  /**
   * The members of a flat object, those that are null left out. Without data binding, whose four
   * hundred classes would cost a tenth of a second of the processors that the target runs on.
   */
  private static Map<String, String> members(String text) {
    Map<String, String> members = new HashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw unreadable(null);
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (value.isStructStart()) {
          parser.skipChildren();
        } else if (value != JsonToken.VALUE_NULL) {
          members.put(name, parser.getText());
        }
      }
      return members;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static long number(Map<String, String> reply, String name) {
    try {
      return Long.parseLong(reply.getOrDefault(name, "0"));
    } catch (NumberFormatException e) {
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

  private static ExitCode exitCode(long code) {
    return switch ((int) code) {
      case 2 -> ExitCode.USAGE;
      case 4 -> ExitCode.ENVIRONMENT;
      default -> ExitCode.TARGET;
    };
  }
}
