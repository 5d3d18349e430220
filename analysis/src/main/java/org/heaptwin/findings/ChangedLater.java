package org.heaptwin.findings;

import org.heaptwin.profile.Context;
import org.heaptwin.statistics.ClopperPearson;
import org.heaptwin.statistics.DuplicateShare;

/**
 * The share of a context's objects that held something else later than when they were first read.
 *
 * <p>Sampled objects that survive are read a second time; objects of runs are not, so what the
 * curve calls a copy may have been a blank array that was filled afterwards. As many as may have
 * changed are taken off its lower end: survivors (all objects that met a collection) times changed
 * ones (survivors read again), each at its upper end.
 */
final class ChangedLater {
  private static final int PARTS = 3;

  private ChangedLater() {}

  /** {@code curve} at one-sided error {@code error}, less what may have changed later. */
  static double takenOff(DuplicateShare.LowerBound curve, Context context, double error) {
    Context.Rereading reread = context.rereading();
    if (reread == null || reread.changed() == 0) {
      return curve.at(error);
    }
    double each = error / PARTS;
    Context.Survival survival = context.survival();
    double survived = survival == null ? 1 : high(survival.survived(), survival.met(), each);
    double changed = high(reread.changed(), reread.objects(), each);
    return Math.max(0, curve.at(each) - survived * changed);
  }

  private static double high(long part, long all, double error) {
    return ClopperPearson.high((double) part, (double) all, error);
  }
}
