package org.heaptwin.findings;

import org.heaptwin.profile.ContentSample;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Run;

/**
 * Sizes in bytes of the objects that were seen in contexts; when none were read, their mean by the
 * totals.
 */
record ObjectSizes(double smallest, double largest) {
  static final ObjectSizes NONE = new ObjectSizes(Double.POSITIVE_INFINITY, 0);

  static ObjectSizes of(Context context) {
    ObjectSizes seen = NONE;
    for (ContentSample sample : context.content()) {
      for (long size : sample.size()) {
        seen = seen.and((double) size);
      }
    }
    for (Run run : context.runs()) {
      if (run.length() > 0) {
        seen = seen.and((double) run.bytes() / run.length());
      }
    }
    double objects = context.allocation().objects().total();
    return seen.equals(NONE) && objects > 0
        ? seen.and(Math.rint(context.allocation().bytes().total() / objects))
        : seen;
  }

  ObjectSizes and(ObjectSizes other) {
    return new ObjectSizes(Math.min(smallest, other.smallest), Math.max(largest, other.largest));
  }

  private ObjectSizes and(double size) {
    return and(new ObjectSizes(size, size));
  }
}
