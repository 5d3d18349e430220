package org.heaptwin.bench.probes;

import java.util.Map;
import java.util.TreeMap;
import org.heaptwin.profile.Comparisons;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Profile;

/**
 * What one recording saw of the small objects of {@link ShortLivedProgram}, by the caller that
 * allocates them.
 *
 * @param objects registered or in bursts
 * @param accesses samples that hit a registered object
 * @param comparisons of first uses
 */
public record SeenOfPoints(long objects, long accesses, long comparisons) {
  private static final String CLASS = ShortLivedProgram.class.getName() + "$Point";

  static final SeenOfPoints NOTHING = new SeenOfPoints(0, 0, 0);

  /** By the name of the calling method. */
  public static Map<String, SeenOfPoints> of(Profile profile) {
    Map<String, SeenOfPoints> seen = new TreeMap<>();
    for (Context context : profile.contexts()) {
      if (profile.classes().get(context.classIndex()).name().equals(CLASS)) {
        seen.merge(caller(profile, context), of(context), SeenOfPoints::plus);
      }
    }
    return seen;
  }

  private static SeenOfPoints of(Context context) {
    long probed = context.probed() == null ? 0 : context.probed().registered();
    return new SeenOfPoints(
        context.allocation().samples() + context.allocation().burstSamples() + probed,
        context.accesses() == null ? 0 : context.accesses().samples(),
        compared(context.comparisons()));
  }

  private static long compared(Comparisons comparisons) {
    return comparisons == null ? 0 : comparisons.total();
  }

  private SeenOfPoints plus(SeenOfPoints other) {
    return new SeenOfPoints(
        objects + other.objects, accesses + other.accesses, comparisons + other.comparisons);
  }

  private static String caller(Profile profile, Context context) {
    for (int frame : context.frames()) {
      String text = profile.frames().get(frame);
      String method = text.substring(0, text.indexOf('('));
      String name = method.substring(method.lastIndexOf('.') + 1);
      if (name.startsWith("frequent") || name.matches("rare\\d")) {
        return name;
      }
    }
    return "unknown";
  }
}
