package org.heaptwin.statistics;

/**
 * Share of sampled objects that outlived the first collection they met.
 *
 * <p>Objects of one epoch die together. When only counts are known, the number of independent
 * observations is taken as the number of epochs, as if each epoch's objects had one fate:
 * Clopper-Pearson on min(met, epochs). With counts per epoch the epochs are clusters ({@link
 * KornGraubard}), and no ends are given for fewer than five.
 */
public final class Survival {
  private Survival() {}

  /** From counts over all epochs. */
  public static Estimate fromCounts(
      long survived, long met, long epochs, double error, String source) {
    if (met == 0 || epochs == 0) {
      return Estimate.unknown(source);
    }
    double size = Math.min(met, epochs);
    return ClopperPearson.estimate(size * survived / met, size, error, source);
  }

  /**
   * From counts per epoch; epochs in which no object met a collection are left out by the caller.
   */
  public static Estimate fromEpochs(long[] survived, long[] met, double error, String source) {
    double all = 0;
    double lived = 0;
    for (int k = 0; k < met.length; k++) {
      all += met[k];
      lived += survived[k];
    }
    if (all == 0) {
      return Estimate.unknown(source);
    }
    double[] without = new double[met.length];
    for (int k = 0; k < met.length; k++) {
      without[k] = all == met[k] ? 0 : (lived - survived[k]) / (all - met[k]);
    }
    return KornGraubard.estimate(lived / all, all, without, error, source);
  }
}
