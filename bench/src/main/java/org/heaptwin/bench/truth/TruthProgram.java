package org.heaptwin.bench.truth;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;

/**
 * A program whose allocation contexts have contents known by construction: {@code TruthProgram
 * --threads 1 --seed 1 --seconds 10 --pace 100000 --out truth.json}. Prints {@code ready} once its
 * threads run, and at the end writes a {@link TruthReport}.
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
    System.out.println("ready");
    TruthReport truth = workload.run(options.end());
    JsonMapper json = new JsonMapper();
    if (options.out() == null) {
      System.out.println(json.writeValueAsString(truth));
    } else {
      json.writeValue(options.out().toFile(), truth);
    }
    System.out.println("checksum " + workload.checksum());
  }
}
