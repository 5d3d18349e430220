package org.heaptwin.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.heaptwin.attach.JavaProcess;
import org.heaptwin.attach.JavaProcesses;
import org.heaptwin.problem.PlainText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code heaptwin list}. */
@Command(name = "list", description = "List the JVMs of this machine that this user can see.")
final class ListCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    List<JavaProcess> processes = JavaProcesses.list();
    if (processes.isEmpty()) {
      spec.commandLine().getErr().println("No JVM runs here that this user can see.");
      return 0;
    }
    out.println(JavaProcess.headings());
    processes.forEach(process -> out.println(PlainText.escape(process.line())));
    out.flush();
    return 0;
  }
}
