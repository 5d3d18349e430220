package org.heaptwin.cli;

import java.util.concurrent.Callable;
import org.heaptwin.attach.AgentLibrary;
import org.heaptwin.doctor.NativeLibrary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code heaptwin version}. */
@Command(
    name = "version",
    description = "Print the versions of the command and of the agent's library.")
final class VersionCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    out.println("heaptwin " + Version.text());
    String library =
        AgentLibrary.find()
            .map(path -> NativeLibrary.load(path).version() + "  " + path)
            .orElse("not found (build it with `make`)");
    out.println("libheaptwin.so " + library);
    out.println(
        "java " + System.getProperty("java.version") + "  " + System.getProperty("java.home"));
    out.flush();
    return 0;
  }
}
