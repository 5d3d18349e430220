package org.heaptwin.agent;

import java.lang.instrument.Instrumentation;
import java.util.concurrent.atomic.AtomicBoolean;
import org.heaptwin.agent.boot.BootClass;
import org.heaptwin.agent.install.ProbeInstaller;
import org.heaptwin.probe.AllocationProbe;

/**
 * Entry points of heaptwin-agent.jar, the Java side of the agent. Loaded into a JVM it puts the
 * probe class in its place and waits for requests; it changes no class until it is asked to. System
 * properties say which version is there and since when, so that tools can read it from outside (for
 * example with jcmd VM.system_properties).
 *
 * <p>It runs inside the target, so it never throws and never prints.
 */
public final class AgentMain {
  /** System property that carries {@link #version()} once the agent was loaded. */
  public static final String VERSION_PROPERTY = "heaptwin.agent.version";

  /** System property: {@code start} or {@code attach}, when the agent was first loaded. */
  public static final String LOADED_PROPERTY = "heaptwin.agent.loaded";

  /** System property that says why there can be no probes; absent if there can. */
  public static final String PROBLEM_PROPERTY = "heaptwin.agent.problem";

  private static final String UNPACKED = "unpackaged";
  private static final AtomicBoolean LOADED = new AtomicBoolean();

  private AgentMain() {}

  /** Called by the JVM for {@code -javaagent:heaptwin-agent.jar}. */
  public static void premain(String options, Instrumentation instrumentation) {
    load("start", instrumentation);
  }

  /**
   * Called by the JVM when the jar is loaded by attach; the same jar may be loaded any number of
   * times, of which only the first counts.
   */
  public static void agentmain(String options, Instrumentation instrumentation) {
    load("attach", instrumentation);
  }

  /**
   * The Implementation-Version of the jar's manifest, or {@code unpackaged} when the classes run
   * outside a jar.
   */
  public static String version() {
    String version = AgentMain.class.getPackage().getImplementationVersion();
    return version == null ? UNPACKED : version;
  }

  private static void load(String occasion, Instrumentation instrumentation) {
    if (!LOADED.compareAndSet(false, true)) {
      return;
    }
    try {
      BootClass.define("org.heaptwin.probe.AllocationProbe", instrumentation);
      Installation.publish(instrumentation);
    } catch (Throwable problem) {
      announce(PROBLEM_PROPERTY, problem.toString());
    }
    announce(LOADED_PROPERTY, occasion);
    announce(VERSION_PROPERTY, version());
  }

  private static void announce(String property, String value) {
    try {
      System.setProperty(property, value);
    } catch (SecurityException denied) {
      // The target's policy comes first; an agent that cannot be identified is still harmless.
    }
  }

  /** Apart, because it must not be linked before the boot loader has the probe class. */
  private static final class Installation {
    static void publish(Instrumentation instrumentation) {
      if (AllocationProbe.class.getClassLoader() != null) {
        throw new IllegalStateException("the probe class is not the boot loader's");
      }
      AllocationProbe.installer = new ProbeInstaller(instrumentation);
    }
  }
}
