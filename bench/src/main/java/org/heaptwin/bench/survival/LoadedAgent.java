package org.heaptwin.bench.survival;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The agent's library, loaded into a target by the attach protocol with options as they are. */
public final class LoadedAgent {
  private static final JsonMapper JSON = new JsonMapper();

  private final long pid;
  private final Path library;
  private final Path replies;

  /**
   * @param replies directory for the agent's answers
   */
  public LoadedAgent(long pid, Path library, Path replies) {
    this.pid = pid;
    this.library = library;
    this.replies = replies;
  }

  /** What Agent_OnAttach returned, and what it wrote into the reply file (null for nothing). */
  public record Answer(int code, JsonNode reply) {
    public boolean ok() {
      return code == 0 && reply != null && reply.path("ok").asBoolean();
    }

    String state() {
      return reply.path("state").asText();
    }

    @Override
    public String toString() {
      return code + " " + reply;
    }
  }

  public Answer start(Path profile, String... more) throws IOException {
    String options = more.length == 0 ? "" : "," + String.join(",", more);
    return command("start,file=" + profile + options);
  }

  public Answer stop() throws IOException {
    return command("stop");
  }

  Answer status() throws IOException {
    return command("status");
  }

  /** Sends a command with a reply file. */
  Answer command(String options) throws IOException {
    Path reply = Files.createTempFile(replies, "reply-", ".json");
    int code = load(options + ",reply=" + reply);
    String text = Files.readString(reply);
    Files.delete(reply);
    return new Answer(code, text.isEmpty() ? null : JSON.readTree(text));
  }

  /** Sends options as they are; returns what Agent_OnAttach returned. */
  int load(String options) throws IOException {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      try {
        machine.loadAgentPath(library.toString(), options);
        return 0;
      } finally {
        machine.detach();
      }
    } catch (AgentInitializationException refused) {
      return refused.returnValue();
    } catch (AgentLoadException answered) {
      // JDK 21 and later answer with a text, which clients of JDK 17 take for a failure.
      if ("0".equals(answered.getMessage())) {
        return 0;
      }
      throw new IOException(answered);
    } catch (AttachNotSupportedException refused) {
      throw new IOException(refused);
    }
  }
}
