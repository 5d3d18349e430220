package org.heaptwin.findings;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.Sources;
import org.heaptwin.statistics.AllocationTotal;

/**
 * Whether a probe changed what it looks at. A probe lets an object escape, so the compiler can no
 * longer remove its allocation; then the JVM's own sampler sees more of the site from then on.
 */
final class ProbeEffects {
  private static final double ERROR = 0.025;
  private static final Pattern FRAME = Pattern.compile("(.+)\\(.*?(?::(\\d+))?\\)");

  private ProbeEffects() {}

  /**
   * Whether the sampled bytes per second of a site that the unit belongs to rose after its first
   * probe: the intervals before and while probed are disjoint.
   */
  static boolean rose(Profile profile, Unit unit) {
    if (profile.sources() == null
        || profile.sources().probes() == null
        || unit.frames().isEmpty()) {
      return false;
    }
    String site = site(unit.frames().get(0));
    return profile.sources().probes().sites().stream()
        .filter(probed -> probed.site().equals(site))
        .filter(probed -> className(probed.allocated()).equals(unit.type().name()))
        .anyMatch(probed -> rose(probed.before(), probed.during()));
  }

  static boolean rose(Sources.SiteTotals before, Sources.SiteTotals during) {
    if (before == null || during == null || before.nanos() <= 0 || during.nanos() <= 0) {
      return false;
    }
    double highBefore = of(before).high() / (double) before.nanos();
    double lowDuring = of(during).low() / (double) during.nanos();
    return lowDuring > highBefore;
  }

  private static WeightedSumEnds of(Sources.SiteTotals totals) {
    var estimate =
        AllocationTotal.of(
            totals.bytes().total(),
            totals.bytes().variance(),
            0,
            totals.bytes().largestWeight(),
            ERROR,
            "weighted allocation samples");
    return new WeightedSumEnds(estimate.low(), estimate.high());
  }

  private record WeightedSumEnds(double low, double high) {}

  /** "a.b.C.m(C.java:12)" as the agent names a site: "a.b.C.m:12". */
  private static String site(String frame) {
    Matcher parts = FRAME.matcher(frame);
    if (!parts.matches()) {
      return frame;
    }
    return parts.group(2) == null ? parts.group(1) : parts.group(1) + ":" + parts.group(2);
  }

  /** "[[Ljava/lang/String;" as profiles name a class: "java.lang.String[][]". */
  static String className(String descriptor) {
    int dimensions = descriptor.lastIndexOf('[') + 1;
    String element = descriptor.substring(dimensions);
    String name =
        switch (element.isEmpty() ? ' ' : element.charAt(0)) {
          case 'Z' -> "boolean";
          case 'B' -> "byte";
          case 'C' -> "char";
          case 'S' -> "short";
          case 'I' -> "int";
          case 'J' -> "long";
          case 'F' -> "float";
          case 'D' -> "double";
          default -> element.substring(1, element.length() - 1).replace('/', '.');
        };
    return name + "[]".repeat(dimensions);
  }
}
