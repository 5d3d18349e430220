package org.heaptwin.findings;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.heaptwin.profile.ContentSample;
import org.heaptwin.profile.Context;

/**
 * Numbers the contents of a unit, sampled ones and those of runs: an equal number is an equal
 * content. One context's contents have numbers of the agent; several contexts of one class compare
 * by what was written of the contents.
 *
 * <p>Contents are told apart by the last 16 digits of their fingerprint, their size and, where
 * references make them comparable only within an epoch, that epoch. Blank contents hold no
 * reference and compare over the whole recording.
 */
final class ContentNumbers {
  private static final int DIGITS = 16;

  private final boolean several;
  private final Map<Object, Integer> numbers = new HashMap<>();
  private final Set<Content> blank = new HashSet<>();

  /**
   * @param epoch null when it does not matter
   */
  private record Content(String digits, long size, Integer epoch) {}

  /** A content that is known by its number within one context only. */
  private record Local(int context, int group) {}

  ContentNumbers(Unit unit) {
    this.several = unit.single() == null;
    for (Context context : unit.contexts()) {
      learnBlank(context.contentAt(0));
      learnBlank(context.probedContentAt(0));
    }
  }

  private void learnBlank(ContentSample sample) {
    if (sample == null || sample.fingerprints() == null) {
      return;
    }
    Set<Integer> groups = new HashSet<>();
    for (int group : sample.zeroGroups()) {
      groups.add(group);
    }
    for (int i = 0; i < sample.length(); i++) {
      int group = sample.group()[i];
      if (groups.contains(group)) {
        blank.add(new Content(digits(sample.fingerprints()[group]), sample.size()[i], null));
      }
    }
  }

  /**
   * The number of a sampled object's content.
   *
   * @param context which of the unit's contexts, for contents without a fingerprint
   */
  int of(int context, ContentSample sample, int index) {
    if (!several || sample.fingerprints() == null) {
      return local(context, sample.group()[index]);
    }
    Integer epoch = sample.pooled() ? null : Integer.valueOf(sample.epoch()[index]);
    return of(sample.fingerprints()[sample.group()[index]], sample.size()[index], epoch);
  }

  /**
   * @param fingerprint all of it or its last 16 digits
   * @param epoch null when contents of all epochs are comparable
   */
  int of(String fingerprint, long size, Integer epoch) {
    Content anywhere = new Content(digits(fingerprint), size, null);
    boolean always = epoch == null || blank.contains(anywhere);
    return number(always ? anywhere : new Content(anywhere.digits(), size, epoch));
  }

  /** The number of a content that is known by its number of the agent only. */
  int local(int context, int group) {
    return number(new Local(context, group));
  }

  private int number(Object content) {
    return numbers.computeIfAbsent(content, unused -> numbers.size());
  }

  private static String digits(String fingerprint) {
    return fingerprint.substring(Math.max(0, fingerprint.length() - DIGITS));
  }
}
