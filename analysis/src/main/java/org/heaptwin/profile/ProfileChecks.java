package org.heaptwin.profile;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.heaptwin.problem.Problem;

/**
 * Internal consistency of a profile: indices in range, parallel arrays of one length, required
 * parts present.
 */
final class ProfileChecks {
  private final Function<String, Problem> failure;

  private ProfileChecks(Function<String, Problem> failure) {
    this.failure = failure;
  }

  /** Throws what {@code failure} makes of the first inconsistency. */
  static void check(Profile profile, Function<String, Problem> failure) {
    new ProfileChecks(failure).profile(profile);
  }

  private void profile(Profile profile) {
    require(profile.target() != null, "it has no target");
    require(profile.recording() != null, "it has no recording");
    require(profile.recording().durationNanos() >= 0, "its duration is negative");
    Set<Long> threads = new HashSet<>();
    for (Profile.ThreadTotals thread : profile.threads()) {
      require(threads.add(thread.id()), "two threads have the number " + thread.id());
      require(
          valid(thread.bytes(), thread.bytesVariance(), thread.largestWeight()),
          "thread " + thread.id() + " has a negative or infinite total");
    }
    for (Profile.ClassInfo info : profile.classes()) {
      require(info != null && info.name() != null, "a class has no name");
    }
    for (int i = 0; i < profile.contexts().size(); i++) {
      require(profile.contexts().get(i) != null, "context " + i + " is null");
      context(profile, threads, profile.contexts().get(i), "context " + i);
    }
  }

  private void context(Profile profile, Set<Long> threads, Context context, String name) {
    inRange(context.classIndex(), profile.classes().size(), name + ": class");
    for (int frame : context.frames()) {
      inRange(frame, profile.frames().size(), name + ": frame");
    }
    require(context.allocation() != null, name + " has no allocation");
    total(context.allocation().bytes(), name + ": bytes");
    total(context.allocation().objects(), name + ": objects");
    for (long thread : context.allocation().threads()) {
      require(threads.contains(thread), name + ": thread " + thread + " is not in the profile");
    }
    for (ContentSample sample : context.content()) {
      content(sample, name + ": content");
    }
    if (context.probed() != null) {
      for (ContentSample sample : context.probed().content()) {
        content(sample, name + ": probed content");
        periods(sample, name + ": probed content");
      }
    }
    runs(context, name);
    Context.Survival survival = context.survival();
    require(
        survival == null || survival.survived() + survival.died() <= survival.met(),
        name + ": more objects survived or died than met a collection");
    Context.Rereading reread = context.rereading();
    require(
        reread == null || (reread.changed() >= 0 && reread.changed() <= reread.objects()),
        name + ": more objects changed than were read again");
    if (context.exhaustive() != null) {
      exhaustive(context.exhaustive(), name + ": exhaustive");
    }
    Comparisons comparisons = context.comparisons();
    require(
        comparisons == null
            || (comparisons.identical() != null
                && comparisons.different() != null
                && comparisons.unknown() != null),
        name + ": comparisons are incomplete");
  }

  private void runs(Context context, String name) {
    for (Run run : context.runs()) {
      run(run, name + ": run");
      if (run.burst() != null && run.group() != null) {
        for (int group : run.group()) {
          inRange(group, context.runContentCount(), name + ": content of a run");
        }
      }
    }
    for (String content : context.runContents()) {
      require(content != null, name + ": a content of the runs is missing");
    }
    for (Context.RunStep step : context.runSteps()) {
      require(
          step.dropped() >= 0
              && step.dropped() <= step.started()
              && step.readBytes() >= 0
              && step.readBytes() <= step.bytes(),
          name + ": more was lost of the runs of one step than started");
    }
    for (Context.RunLengths lengths : context.runLengths()) {
      require(
          lengths.from() > 0
              && lengths.dropped() >= 0
              && lengths.cut() >= 0
              && lengths.dropped() + lengths.cut() <= lengths.started(),
          name + ": more runs of one length were lost than started");
    }
  }

  private void exhaustive(Exhaustive counts, String name) {
    require(
        counts.curve() != null && counts.agreement() != null && counts.lost() != null,
        name + " is incomplete");
    require(
        counts.grouped() <= counts.objects() && counts.groupedBytes() <= counts.bytes(),
        name + ": more objects have a known content than there are");
    require(
        counts.distinct() <= counts.grouped() && counts.distinctBytes() <= counts.groupedBytes(),
        name + ": more contents than objects");
    Exhaustive.Curve curve = counts.curve();
    require(
        curve.objects().length == curve.windows().length
            && curve.bytes().length == curve.windows().length,
        name + ": the curve's parts differ in length");
  }

  private void content(ContentSample sample, String name) {
    int length = sample.length();
    require(sample.size().length == length, name + ": group and size differ in length");
    require(sample.interval().length == length, name + ": group and interval differ in length");
    require(sample.pooled() || sample.epoch() != null, name + ": not pooled, and without epochs");
    require(
        sample.epoch() == null || sample.epoch().length == length,
        name + ": group and epoch differ in length");
    require(sample.inspected() >= length, name + ": holds more objects than were inspected");
    for (int i = 0; i < length; i++) {
      require(sample.group()[i] >= 0, name + ": a group number is negative");
      require(sample.size()[i] > 0, name + ": a size is not positive");
      require(sample.interval()[i] >= 0, name + ": an interval is negative");
    }
    if (sample.fingerprints() != null) {
      for (int group : sample.group()) {
        inRange(group, sample.fingerprints().length, name + ": group");
      }
    }
  }

  private void periods(ContentSample sample, String name) {
    require(
        sample.probed() && sample.period().length == sample.length(),
        name + ": group and period differ in length");
    for (double period : sample.period()) {
      require(valid(period) && period >= 1, name + ": a period is below 1");
    }
  }

  private void run(Run run, String name) {
    require(run.size() != null || run.sizes() != null, name + ": no size");
    require(
        run.sizes() == null || run.sizes().length == run.length(),
        name + ": sizes and distances differ in length");
    require(
        run.positions() == null || run.positions().length == run.length(),
        name + ": positions do not run in parallel");
    require(
        run.group() == null || run.group().length == run.length(),
        name + ": groups and distances differ in length");
    for (int j = 0; j < run.length(); j++) {
      require(run.sizeOf(j) > 0, name + ": a size is not positive");
      require(
          run.distances()[j] >= 0 && run.distances()[j] <= j,
          name + ": a distance leads out of the run");
    }
  }

  private void total(Context.WeightedTotal total, String name) {
    require(total != null, name + " are missing");
    require(
        valid(total.total(), total.variance(), total.largestWeight()),
        name + " are negative or infinite");
  }

  private static boolean valid(double... numbers) {
    for (double number : numbers) {
      if (!(number >= 0) || Double.isInfinite(number)) {
        return false;
      }
    }
    return true;
  }

  private void inRange(int index, int bound, String name) {
    require(index >= 0 && index < bound, name + " " + index + " is out of range");
  }

  private void require(boolean condition, String what) {
    if (!condition) {
      throw failure.apply(what);
    }
  }
}
