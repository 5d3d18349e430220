package org.heaptwin.bench.truth;

import java.io.IOException;

/** Like {@link TruthProgram}, with contexts whose copies lie known distances apart. */
public final class ReuseDistanceProgram {
  private ReuseDistanceProgram() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    TruthProgram.run(CaseCatalogue.distances(), arguments);
  }
}
