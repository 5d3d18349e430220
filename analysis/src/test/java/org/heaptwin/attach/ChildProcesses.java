package org.heaptwin.attach;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.heaptwin.linux.ProcessFiles;

/** Real processes for tests; close ends them all. */
public final class ChildProcesses implements AutoCloseable {
  private final List<Process> children = new ArrayList<>();

  /** A process that is no JVM. */
  public Process sleep() throws IOException {
    return start(List.of("sleep", "600"));
  }

  /** A JVM that does nothing, ready to be attached to (unless its options forbid it). */
  public Process jvm(String... options) throws IOException {
    return jvm(Sleeper.class, List.of(options));
  }

  public Process jvm(Class<?> main, List<String> options) throws IOException {
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(options);
    command.addAll(List.of("-cp", "target/test-classes", main.getName()));
    Process process = start(command);
    awaitMain(process);
    return process;
  }

  public Process start(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.PIPE)
            .redirectError(ProcessBuilder.Redirect.appendTo(new File("target/children.log")))
            .start();
    children.add(process);
    return process;
  }

  /** A process whose stderr is to be read. */
  public Process startWithStderr(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).start();
    children.add(process);
    return process;
  }

  /** Waits until the main method printed its line: from then on all signal handlers are set. */
  public static void awaitMain(Process process) throws IOException {
    String line = process.inputReader().readLine();
    if (!Sleeper.READY.equals(line)) {
      throw new IllegalStateException("the child printed " + line + ", see target/children.log");
    }
  }

  /** Waits up to 30 s for a state of the machine. */
  public static void await(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; i < 3000 && !condition.getAsBoolean(); i++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    if (!condition.getAsBoolean()) {
      throw new IllegalStateException("waited in vain");
    }
  }

  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The pid of a process that has ended and was collected. */
  public static long deadPid() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    await(() -> !new ProcessFiles(process.pid()).exists());
    return process.pid();
  }

  @Override
  public void close() {
    children.forEach(Process::destroyForcibly);
  }
}
