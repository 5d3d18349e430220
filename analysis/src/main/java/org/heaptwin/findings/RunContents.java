package org.heaptwin.findings;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heaptwin.profile.ContentSample;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Run;
import org.heaptwin.statistics.RunMass;

/** What a context's runs and sampled objects have in common, as {@link RunMass} takes it. */
final class RunContents {
  /** The bound's error goes to the mass and to the total. */
  private static final int PARTS = 2;

  private RunContents() {}

  /** Whether there are runs enough for a bound. */
  static boolean suffice(Context context) {
    return readable(context).size() >= RunMass.LEAST_WINDOWS;
  }

  /** By bytes, at one-sided error {@code error}. */
  static double duplicatesLow(Context context, WeightedSum bytes, double error) {
    List<RunMass.Window> windows = readable(context);
    if (windows.size() < RunMass.LEAST_WINDOWS) {
      return 0;
    }
    double each = error / PARTS;
    return RunMass.low(windows, sampled(context), bytes.low(each), context.droppedShare(1), each);
  }

  private static List<RunMass.Window> readable(Context context) {
    return context.runs().stream()
        .filter(run -> run.group() != null && run.length() > 0)
        .map(run -> new RunMass.Window(run.group(), sizes(run)))
        .toList();
  }

  /** Bytes of each object. */
  static double[] sizes(Run run) {
    double[] sizes = new double[run.length()];
    Arrays.setAll(sizes, i -> (double) run.sizeOf(i));
    return sizes;
  }

  /** Bytes of one object of each sampled content. */
  private static Map<Integer, Double> sampled(Context context) {
    Map<Integer, Double> sizes = new HashMap<>();
    ContentSample sample = context.contentAt(0);
    if (sample != null) {
      for (int i = 0; i < sample.length(); i++) {
        sizes.merge(sample.group()[i], (double) sample.size()[i], Math::max);
      }
    }
    return sizes;
  }
}
