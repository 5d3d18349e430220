package org.heaptwin.bench.programs;

import jnt.scimark2.Constants;
import jnt.scimark2.Random;
import jnt.scimark2.kernel;

/**
 * The kernels of SciMark 2.0 at their large sizes: {@code SciMarkDriver rounds}. As its command
 * line runs them, but with a seed for each round.
 */
final class SciMarkDriver {
  /** A kernel is repeated until it takes this long, so it takes up to twice as long. */
  private static final double SECONDS = 1;

  private SciMarkDriver() {}

  public static void main(String[] arguments) throws Exception {
    Rounds.run(
        Integer.parseInt(arguments[0]),
        round -> {
          Random random = new Random(Constants.RANDOM_SEED + round);
          double sum =
              kernel.measureFFT(Constants.LG_FFT_SIZE, SECONDS, random)
                  + kernel.measureSOR(Constants.LG_SOR_SIZE, SECONDS, random)
                  + kernel.measureMonteCarlo(SECONDS, random)
                  + kernel.measureSparseMatmult(
                      Constants.LG_SPARSE_SIZE_M, Constants.LG_SPARSE_SIZE_nz, SECONDS, random)
                  + kernel.measureLU(Constants.LG_LU_SIZE, SECONDS, random);
          System.out.println(sum);
        });
  }
}
