package org.heaptwin.attach;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The option string of libheaptwin.so (docs/agent-options.md): a command and its keys, in the order
 * they were given.
 */
public final class AgentOptions {
  private final String command;
  private final Map<String, String> values = new LinkedHashMap<>();

  private AgentOptions(String command) {
    this.command = command;
  }

  public static AgentOptions start() {
    return new AgentOptions("start");
  }

  public static AgentOptions stop() {
    return new AgentOptions("stop");
  }

  public static AgentOptions status() {
    return new AgentOptions("status");
  }

  /** Sets a key; null leaves the agent's default. */
  public AgentOptions with(String key, Object value) {
    if (value != null) {
      values.put(key, value.toString());
    }
    return this;
  }

  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(
            entry ->
                ","
                    + entry.getKey()
                    + "="
                    + entry.getValue().replace("%", "%25").replace(",", "%2C"))
        .collect(Collectors.joining("", command, ""));
  }
}
