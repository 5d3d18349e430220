package org.heaptwin.agent;

import java.lang.instrument.Instrumentation;

/**
 * Entry points of heaptwin-agent.jar, the Java side of the agent. It changes no class: loaded into
 * a JVM, it only says which version is there, in a system property that tools can read from outside
 * (for example with jcmd VM.system_properties).
 *
 * <p>It runs inside the target, so it never throws and never prints.
 */
public final class AgentMain {
  /** System property that carries {@link #version()} once the agent was loaded. */
  public static final String VERSION_PROPERTY = "heaptwin.agent.version";

  private static final String UNPACKED = "unpackaged";

  private AgentMain() {}

  /** Called by the JVM for {@code -javaagent:heaptwin-agent.jar}. */
  public static void premain(String options, Instrumentation instrumentation) {
    announce();
  }

  /**
   * Called by the JVM when the jar is loaded by attach; the same jar may be loaded any number of
   * times.
   */
  public static void agentmain(String options, Instrumentation instrumentation) {
    announce();
  }

  /**
   * The Implementation-Version of the jar's manifest, or {@code unpackaged} when the classes run
   * outside a jar.
   */
  public static String version() {
    String version = AgentMain.class.getPackage().getImplementationVersion();
    return version == null ? UNPACKED : version;
  }

  private static void announce() {
    try {
      System.setProperty(VERSION_PROPERTY, version());
    } catch (SecurityException denied) {
      // The target's policy comes first; an agent that cannot be identified is still harmless.
    }
  }
}
