package org.heaptwin.bench.coverage;

import java.util.List;
import java.util.function.Function;
import org.heaptwin.bench.truth.TruthReport;
import org.heaptwin.profile.Profile;

/**
 * How much each case allocated while the recording ran: the program's counts, interpolated between
 * its marks.
 */
final class RecordedWindow {
  private static final double NANOS_PER_MILLI = 1e6;

  private final List<TruthReport.Mark> marks;
  private final double start;
  private final double end;

  RecordedWindow(TruthReport truth, Profile.Recording recording) {
    this.marks = truth.marks();
    this.start = recording.startMillis();
    this.end = start + recording.durationNanos() / NANOS_PER_MILLI;
  }

  /** Bytes that case {@code index} allocated in the window. */
  double bytes(int index) {
    return at(end, mark -> mark.bytes().get(index)) - at(start, mark -> mark.bytes().get(index));
  }

  /** Objects that case {@code index} allocated in the window. */
  double objects(int index) {
    return at(end, mark -> mark.objects().get(index))
        - at(start, mark -> mark.objects().get(index));
  }

  private double at(double millis, Function<TruthReport.Mark, Long> count) {
    TruthReport.Mark before = marks.get(0);
    for (TruthReport.Mark mark : marks) {
      if (mark.millis() >= millis) {
        double span = mark.millis() - before.millis();
        double part = span > 0 ? Math.max(0, (millis - before.millis()) / span) : 0;
        return count.apply(before) + part * (count.apply(mark) - count.apply(before));
      }
      before = mark;
    }
    return count.apply(before);
  }
}
