package org.heaptwin.bench.truth;

/**
 * A program that allocates objects of 16 bytes to 4 MB, each size in a context of its own and all
 * in one, and reports exactly how much. Options and output are those of {@link TruthProgram}.
 */
public final class AllocationTotalsProgram {
  private AllocationTotalsProgram() {}

  public static void main(String[] arguments) throws Exception {
    TruthProgram.run(CaseCatalogue.sizes(), arguments);
  }
}
