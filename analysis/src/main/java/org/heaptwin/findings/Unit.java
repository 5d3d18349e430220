package org.heaptwin.findings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Profile;

/**
 * The contexts that become one finding. Every context is in exactly one unit, so totals are counted
 * once.
 */
record Unit(Profile.ClassInfo type, List<String> frames, List<Context> contexts) {

  /** Partition of the profile's contexts, in order of first appearance. */
  static List<Unit> of(Profile profile, Grouping grouping) {
    record Key(int type, List<String> frames) {}
    Map<Key, List<Context>> parts = new LinkedHashMap<>();
    for (Context context : profile.contexts()) {
      Key key = new Key(context.classIndex(), keyFrames(profile, context, grouping));
      parts.computeIfAbsent(key, unused -> new ArrayList<>()).add(context);
    }
    List<Unit> units = new ArrayList<>();
    parts.forEach(
        (key, contexts) ->
            units.add(
                new Unit(profile.classes().get(key.type()), key.frames(), List.copyOf(contexts))));
    return units;
  }

  private static List<String> keyFrames(Profile profile, Context context, Grouping grouping) {
    List<String> frames = new ArrayList<>();
    for (int frame : context.frames()) {
      frames.add(profile.frames().get(frame));
    }
    return switch (grouping.kind()) {
      case CONTEXT -> List.copyOf(frames);
      case SITE -> site(frames, grouping.skippedPrefixes());
      case CLASS -> List.of();
    };
  }

  private static List<String> site(List<String> frames, List<String> skippedPrefixes) {
    return frames.stream()
        .filter(frame -> skippedPrefixes.stream().noneMatch(frame::startsWith))
        .findFirst()
        .or(() -> frames.stream().findFirst())
        .map(List::of)
        .orElse(List.of());
  }

  /** The only context, or null when several are rolled up. */
  Context single() {
    return contexts.size() == 1 ? contexts.get(0) : null;
  }

  /** Number of different frames that allocate. */
  long allocatingFrames() {
    return contexts.stream()
        .map(context -> context.frames().length == 0 ? -1 : context.frames()[0])
        .distinct()
        .count();
  }

  long samples() {
    return contexts.stream().mapToLong(context -> context.allocation().samples()).sum();
  }
}
