package org.heaptwin.bench.overhead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.bench.programs.Program;

/**
 * {@link AllocatingProgram} as one of the programs: the worst there is for a profiler of
 * allocations. A round is a hundred tables.
 */
record Allocating(Path workingDirectory) implements Program {
  private static final int TABLES_PER_ROUND = 100;

  @Override
  public String name() {
    return "allocating";
  }

  @Override
  public void prepare() throws IOException {
    Files.createDirectories(workingDirectory);
  }

  @Override
  public List<String> command(Jdk jdk, int rounds, List<String> options) {
    List<String> command = new ArrayList<>(List.of(jdk.java()));
    command.addAll(options);
    if (jdk.feature() >= 21) {
      command.add("-XX:+EnableDynamicAgentLoading");
    }
    command.addAll(List.of("-cp", Jdk.classPath(), AllocatingProgram.class.getName()));
    command.add(Integer.toString(rounds * TABLES_PER_ROUND));
    return command;
  }

  @Override
  public int usualRounds() {
    return 30;
  }

  @Override
  public double expectedSeconds() {
    return 15;
  }
}
