package org.heaptwin.bench.truth;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;

/**
 * A program whose allocation contexts have contents known by construction: {@code TruthProgram
 * --threads 1 --seed 1 --seconds 10 --pace 100000 --out truth.json}. Prints {@code ready} once its
 * threads run, and at the end writes a {@link TruthReport}. With {@code --held true} its threads
 * wait for a line on standard input before their first object, {@code counted} is printed after
 * their last one, and they live on until another line arrives.
 */
public final class TruthProgram {
  private TruthProgram() {}

  public static void main(String[] arguments) throws Exception {
    run(CaseCatalogue.contents(), arguments);
  }

  static void run(List<TruthCase> cases, String[] arguments)
      throws IOException, InterruptedException {
    ProgramOptions options = ProgramOptions.parse(arguments);
    Workload workload = new Workload(cases, options.threads(), options.seed(), options.pace());
    TruthReport truth = options.held() ? held(workload, options) : atOnce(workload, options);
    JsonMapper json = new JsonMapper();
    if (options.out() == null) {
      System.out.println(json.writeValueAsString(truth));
    } else {
      json.writeValue(options.out().toFile(), truth);
    }
    System.out.println("checksum " + workload.checksum());
  }

  private static TruthReport atOnce(Workload workload, ProgramOptions options)
      throws InterruptedException {
    System.out.println("ready");
    return workload.run(options.end());
  }

  private static TruthReport held(Workload workload, ProgramOptions options)
      throws IOException, InterruptedException {
    workload.start();
    System.out.println("ready");
    awaitLine();
    workload.measure(options.end());
    System.out.println("counted");
    awaitLine();
    return workload.end();
  }

  private static void awaitLine() throws IOException {
    int read = System.in.read();
    while (read >= 0 && read != '\n') {
      read = System.in.read();
    }
  }
}
