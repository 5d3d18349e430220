package org.heaptwin.bench.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heaptwin.bench.process.Jdk;

/**
 * A program of which a driver class of ours does the rounds.
 *
 * @param driver its main class
 * @param arguments of the driver, after the number of rounds
 * @param inputs makes what the arguments name
 */
record DriverProgram(
    String name,
    Class<?> driver,
    List<String> arguments,
    Inputs inputs,
    ProgramLibraries libraries,
    Path classes,
    Path workingDirectory,
    int usualRounds,
    double expectedSeconds)
    implements Program {

  /** Makes a program's inputs, unless they are there. */
  @FunctionalInterface
  interface Inputs {
    void make() throws IOException, InterruptedException;
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    Files.createDirectories(workingDirectory);
    libraries.resolve(name, true);
    inputs.make();
  }

  @Override
  public List<String> command(Jdk jdk, int rounds, List<String> options) {
    List<String> command = new ArrayList<>();
    command.add(jdk.java());
    command.addAll(options);
    command.addAll(
        List.of("-Djava.awt.headless=true", "-Djava.util.prefs.userRoot=" + workingDirectory));
    if (jdk.feature() >= 21) {
      command.add("-XX:+EnableDynamicAgentLoading");
    }
    command.addAll(List.of("-cp", classes + ":" + libraries.directory(name) + "/*"));
    command.add(driver.getName());
    command.add(Integer.toString(rounds));
    command.addAll(arguments);
    return command;
  }
}
