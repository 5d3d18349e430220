package org.heaptwin.findings;

import org.heaptwin.statistics.Estimate;
import org.heaptwin.statistics.LargestShare;
import org.heaptwin.statistics.PairCollision;
import org.heaptwin.statistics.WithinEpoch;

/** What a unit's sampled contents say of its groups of equal objects. */
final class ContentEstimates {
  private static final double ERROR = 0.025;
  private static final String SAMPLED = "contents of sampled objects";
  private static final String PROBED = "contents of probed objects";
  private static final Estimate NOT_POOLED =
      Estimate.unknown("contents are comparable only within one epoch");

  private ContentEstimates() {}

  /** Null when nothing was read. */
  static Finding.Content of(UnitEstimates estimates) {
    PooledContent content = estimates.bounds().content();
    if (content.length() == 0) {
      return null;
    }
    return content.pooled() ? pooled(content) : withinEpoch(content);
  }

  private static String source(PooledContent content) {
    return content.probed() ? PROBED : SAMPLED;
  }

  private static Finding.Content pooled(PooledContent content) {
    String source = source(content);
    Estimate identity = PairCollision.of(content.group(), ERROR, source);
    Estimate byBytes =
        LargestShare.of(content.group(), content.bytes(), content.unseenBytes(), ERROR, source);
    Estimate byCount =
        LargestShare.of(content.group(), content.objects(), content.unseenObjects(), ERROR, source);
    return new Finding.Content(
        0,
        true,
        content.length(),
        content.distinct(),
        identity,
        byBytes,
        byCount,
        zeroShare(content),
        null,
        null);
  }

  private static Finding.Content withinEpoch(PooledContent content) {
    Estimate identity =
        WithinEpoch.identity(
            content.group(), content.epoch(), ERROR, source(content) + ", pairs within one epoch");
    return new Finding.Content(
        0,
        false,
        content.length(),
        content.distinct(),
        NOT_POOLED,
        NOT_POOLED,
        NOT_POOLED,
        zeroShare(content),
        identity,
        WithinEpoch.largestShare(identity, "bounds from the chance of an equal pair"));
  }

  /**
   * All-zero contents as one group against the rest; a blank object has the same bytes whatever its
   * epoch.
   */
  private static Estimate zeroShare(PooledContent content) {
    int[] marked = new int[content.length()];
    for (int i = 0; i < marked.length; i++) {
      marked[i] = content.zero()[i] ? 1 : 0;
    }
    return LargestShare.ofGroup(
        1, marked, content.bytes(), content.unseenBytes(), ERROR, source(content));
  }
}
