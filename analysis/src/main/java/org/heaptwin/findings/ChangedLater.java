package org.heaptwin.findings;

import java.util.List;
import org.heaptwin.profile.Context;
import org.heaptwin.statistics.ClopperPearson;
import org.heaptwin.statistics.DuplicateShare;

/**
 * The share of a unit's objects that held something else later than when they were first read.
 *
 * <p>Sampled objects that survive are read a second time; objects of runs are not, so what the
 * curve calls a copy may have been a blank array that was filled afterwards. As many as may have
 * changed are taken off its lower end: survivors (all objects that met a collection) times changed
 * ones (survivors read again), each at its upper end.
 */
final class ChangedLater {
  private static final int PARTS = 3;

  private ChangedLater() {}

  /** {@code bound} at one-sided error {@code error}, less what may have changed later. */
  static double takenOff(DuplicateShare.LowerBound bound, List<Context> contexts, double error) {
    Context.Rereading reread = rereading(contexts);
    if (reread.changed() == 0) {
      return bound.at(error);
    }
    double each = error / PARTS;
    long met = 0;
    long survived = 0;
    for (Context context : contexts) {
      met += context.survival() == null ? 0 : context.survival().met();
      survived += context.survival() == null ? 0 : context.survival().survived();
    }
    double lived = met == 0 ? 1 : high(survived, met, each);
    double changed = high(reread.changed(), reread.objects(), each);
    return Math.max(0, bound.at(each) - lived * changed);
  }

  private static Context.Rereading rereading(List<Context> contexts) {
    long objects = 0;
    long changed = 0;
    for (Context context : contexts) {
      objects += context.rereading() == null ? 0 : context.rereading().objects();
      changed += context.rereading() == null ? 0 : context.rereading().changed();
    }
    return new Context.Rereading(objects, changed);
  }

  private static double high(long part, long all, double error) {
    return ClopperPearson.high((double) part, (double) all, error);
  }
}
