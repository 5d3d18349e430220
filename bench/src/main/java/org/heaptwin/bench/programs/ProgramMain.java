package org.heaptwin.bench.programs;

import java.io.IOException;
import java.nio.file.Path;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;

/** Runs one program by hand: {@code ProgramMain name [jdk] [rounds]}. */
public final class ProgramMain {
  private ProgramMain() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path root = HeaptwinCommand.ofWorkingCopy().root();
    Program program =
        new ProgramCatalogue(root, root.resolve("build/bench/programs")).named(arguments[0]);
    program.prepare();
    int feature = arguments.length > 1 ? Integer.parseInt(arguments[1]) : Jdk.running().feature();
    int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : program.usualRounds();
    long start = System.nanoTime();
    int exit =
        new ProcessBuilder(program.command(Jdk.installed().get(feature), rounds))
            .directory(program.workingDirectory().toFile())
            .inheritIO()
            .start()
            .waitFor();
    System.out.printf(
        "%s: exit %d, %.1f s%n", program.name(), exit, (System.nanoTime() - start) / 1e9);
    System.exit(exit);
  }
}
