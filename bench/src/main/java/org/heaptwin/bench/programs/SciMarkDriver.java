package org.heaptwin.bench.programs;

import java.util.stream.Stream;
import jnt.scimark2.Constants;
import jnt.scimark2.FFT;
import jnt.scimark2.LU;
import jnt.scimark2.MonteCarlo;
import jnt.scimark2.Random;
import jnt.scimark2.SOR;
import jnt.scimark2.SparseCompRow;

/**
 * The kernels of SciMark 2.0 at their large sizes: {@code SciMarkDriver rounds}. Its own command
 * line repeats a kernel until a time has passed; here a round is so much work, about a second a
 * kernel, and has a seed of its own.
 */
final class SciMarkDriver {
  private static final int FFT_CYCLES = 6;
  private static final int SOR_CYCLES = 256;
  private static final int MONTE_CARLO_SAMPLES = 1 << 25;
  private static final int SPARSE_CYCLES = 256;
  private static final int LU_CYCLES = 2;
  private static final double SOR_OMEGA = 1.25;
  private static final Pattern PATTERN = Pattern.create();

  private SciMarkDriver() {}

  public static void main(String[] arguments) throws Exception {
    Rounds.run(
        Integer.parseInt(arguments[0]),
        round -> {
          // This generator makes an even seed odd by taking one off: 2k and 2k - 1 are the same.
          Random random = new Random(Constants.RANDOM_SEED + 2 * round);
          System.out.println(
              fft(random) + sor(random) + monteCarlo() + sparse(random) + lu(random));
        });
  }

  private static double fft(Random random) {
    double[] data = vector(2 * Constants.LG_FFT_SIZE, random);
    for (int cycle = 0; cycle < FFT_CYCLES; cycle++) {
      FFT.transform(data);
      FFT.inverse(data);
    }
    return data[0];
  }

  private static double sor(Random random) {
    double[][] grid = matrix(Constants.LG_SOR_SIZE, random);
    SOR.execute(SOR_OMEGA, grid, SOR_CYCLES);
    return grid[1][1];
  }

  private static double monteCarlo() {
    return MonteCarlo.integrate(MONTE_CARLO_SAMPLES);
  }

  private static double sparse(Random random) {
    int size = Constants.LG_SPARSE_SIZE_M;
    double[] values = vector(PATTERN.columns().length, random);
    double[] product = new double[size];
    SparseCompRow.matmult(
        product, values, PATTERN.rows(), PATTERN.columns(), vector(size, random), SPARSE_CYCLES);
    return product[0];
  }

  /**
   * Where the sparse matrix has elements: equally many in every row, spread over it as SciMark
   * does. The same in every round, so made once.
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Pattern(int[] rows, int[] columns) {
    static Pattern create() {
      int size = Constants.LG_SPARSE_SIZE_M;
      int inRow = Constants.LG_SPARSE_SIZE_nz / size;
      int[] columns = new int[inRow * size];
      int[] rows = new int[size + 1];
      for (int row = 0; row < size; row++) {
        rows[row + 1] = rows[row] + inRow;
        int step = Math.max(1, row / inRow);
        for (int i = 0; i < inRow; i++) {
          columns[rows[row] + i] = i * step;
        }
      }
      return new Pattern(rows, columns);
    }
  }

  private static double lu(Random random) {
    double[][] matrix = matrix(Constants.LG_LU_SIZE, random);
    double[][] factors = Stream.of(matrix).map(double[]::clone).toArray(double[][]::new);
    int[] pivot = new int[matrix.length];
    for (int cycle = 0; cycle < LU_CYCLES; cycle++) {
      for (int row = 0; row < matrix.length; row++) {
        System.arraycopy(matrix[row], 0, factors[row], 0, matrix.length);
      }
      LU.factor(factors, pivot);
    }
    return factors[0][0];
  }

  private static double[] vector(int length, Random random) {
    double[] vector = new double[length];
    random.nextDoubles(vector);
    return vector;
  }

  private static double[][] matrix(int size, Random random) {
    return Stream.generate(() -> vector(size, random)).limit(size).toArray(double[][]::new);
  }
}
