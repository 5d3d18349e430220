package org.heaptwin.attach;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.heaptwin.linux.ProcessFiles;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;

/**
 * The agent in one target, reached by loading its library again with new options. Not for use by
 * several threads.
 */
public final class Agent {
  /** HotSpot's attach protocol refuses longer arguments before JDK 25. */
  private static final int LONGEST_ARGUMENT = 1024;

  private final ProcessFiles target;
  private final Path library;

  /**
   * The agent of one target, loaded or not yet.
   *
   * @param pid a JVM that passed {@link AttachCheck}
   * @param library absolute path, the same in the target
   */
  public Agent(long pid, Path library) {
    this.target = new ProcessFiles(pid);
    this.library = library;
  }

  /**
   * Sends a command and waits for its answer.
   *
   * @throws Problem when the target cannot be reached or the agent reports a failure
   */
  public AgentReply send(AgentOptions command) {
    try (ReplyFile reply = ReplyFile.create(target)) {
      String options = command.with("reply", reply.pathInTarget()).toString();
      requireShort(options, "use a shorter output path");
      requireShort(library.toString(), "install heaptwin under a shorter path");
      load(options, reply);
      String text = reply.text();
      if (text.isEmpty()) {
        throw silent();
      }
      return AgentReply.parse(text);
    }
  }

  /**
   * Loads the Java agent, which places probes; once loaded it stays, and loading it again does
   * nothing.
   *
   * @param jar absolute path, the same in the target
   * @throws Problem when the target cannot be reached or refuses
   */
  public void loadJava(Path jar) {
    requireShort(jar.toString(), "install heaptwin under a shorter path");
    withMachine(machine -> machine.loadAgent(jar.toString()), () -> "", jar);
  }

  private void load(String options, ReplyFile reply) {
    withMachine(
        machine -> machine.loadAgentPath(library.toString(), options), reply::text, library);
  }

  private interface Loading {
    void in(VirtualMachine machine)
        throws AgentInitializationException, AgentLoadException, IOException;
  }

  private void withMachine(Loading loading, Supplier<String> reply, Path loaded) {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(target.pid()));
      try {
        loading.in(machine);
      } finally {
        machine.detach();
      }
    } catch (AgentInitializationException e) {
      throw failedToStart(e, reply.get());
    } catch (AgentLoadException e) {
      // JDK 21 and later answer 0 and put the reason into the text; before, "0" here means that all
      // went well.
      if (!"0".equals(e.getMessage())) {
        throw notLoaded(e, loaded);
      }
    } catch (AttachNotSupportedException e) {
      throw notAttached(e);
    } catch (IOException e) {
      throw target.runs() ? notAttached(e) : ended(e);
    }
  }

  /** The agent's own words where it left some; they name the remedy. */
  private static Problem failedToStart(AgentInitializationException e, String reply) {
    if (!reply.isEmpty()) {
      try {
        AgentReply.parse(reply);
      } catch (Problem told) {
        return told;
      }
    }
    return new Problem(
        ExitCode.TARGET,
        "the agent returned " + e.returnValue() + " from Agent_OnAttach",
        "look at the target's stderr for a line that begins with heaptwin:",
        e);
  }

  private Problem notLoaded(AgentLoadException e, Path loaded) {
    String reason = e.getMessage();
    if (reason != null && reason.contains("Dynamic agent loading is not enabled")) {
      return new Problem(
          ExitCode.TARGET,
          "JVM " + target.pid() + " does not allow agents to be loaded while it runs",
          "start it with -XX:+EnableDynamicAgentLoading, or by `heaptwin run`",
          e);
    }
    return new Problem(
        ExitCode.TARGET,
        "JVM " + target.pid() + " could not load " + loaded + " (" + reason + ")",
        "check that the library is built for this machine's C library and readable by the target",
        e);
  }

  private Problem notAttached(Exception e) {
    if (!target.runs()) {
      return ended(e);
    }
    return new Problem(
        ExitCode.TARGET,
        "JVM " + target.pid() + " did not accept the connection (" + e.getMessage() + ")",
        "retry; if it stays so its attach listener is stuck or its /tmp/.java_pid file was deleted",
        e);
  }

  private Problem silent() {
    return target.runs()
        ? new Problem(
            ExitCode.TARGET,
            "the agent in JVM " + target.pid() + " gave no answer",
            "check that the target may write to its /tmp")
        : ended(null);
  }

  private Problem ended(Throwable cause) {
    return new Problem(
        ExitCode.TARGET,
        "JVM " + target.pid() + " ended meanwhile",
        "start it again, or use `heaptwin run`",
        cause);
  }

  private static void requireShort(String argument, String remedy) {
    int length = argument.getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST_ARGUMENT) {
      throw new Problem(
          ExitCode.USAGE,
          "the attach protocol takes arguments of at most "
              + LONGEST_ARGUMENT
              + " bytes and this one has "
              + length,
          remedy);
    }
  }
}
