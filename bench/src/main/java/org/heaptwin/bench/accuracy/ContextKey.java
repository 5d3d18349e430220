package org.heaptwin.bench.accuracy;

import java.util.ArrayList;
import java.util.List;
import org.heaptwin.findings.Finding;
import org.heaptwin.findings.Grouping;

/**
 * What makes a context, or a roll-up of contexts, the same in two recordings: class and frames, by
 * their normalised names. Contexts that differ only in what the JVM numbers get one key.
 */
record ContextKey(String className, List<String> frames) {

  static ContextKey of(Finding finding) {
    return of(finding.className(), finding.frames());
  }

  static ContextKey of(String className, List<String> frames) {
    List<String> names = new ArrayList<>(frames.size());
    frames.forEach(frame -> names.add(FrameNames.normalised(frame)));
    return new ContextKey(FrameNames.normalised(className), List.copyOf(names));
  }

  /** The key of the finding that a grouping makes of this context. */
  ContextKey rolledUp(Grouping grouping) {
    return switch (grouping.kind()) {
      case CONTEXT -> this;
      case SITE -> new ContextKey(className, site(grouping.skippedPrefixes()));
      case CLASS -> new ContextKey(className, List.of());
    };
  }

  private List<String> site(List<String> skippedPrefixes) {
    return frames.stream()
        .filter(frame -> skippedPrefixes.stream().noneMatch(frame::startsWith))
        .findFirst()
        .or(() -> frames.stream().findFirst())
        .map(List::of)
        .orElse(List.of());
  }

  @Override
  public String toString() {
    return className + " at " + (frames.isEmpty() ? "(no frames)" : frames.get(0));
  }
}
