package org.heaptwin.findings;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.heaptwin.profile.ContentSample;

/**
 * Numbers contents of several contexts of one class: an equal number is an equal content.
 *
 * <p>Contents are told apart by the last 16 digits of their fingerprint, their size and, where
 * references make them comparable only within an epoch, that epoch. Blank contents hold no
 * reference and compare over the whole recording.
 */
final class ContentNumbers {
  private static final int DIGITS = 16;

  private final Map<Object, Integer> numbers = new HashMap<>();
  private final Set<Content> blank = new HashSet<>();

  /**
   * @param epoch null when it does not matter
   */
  private record Content(String digits, long size, Integer epoch) {}

  /** A content that is known by its number within one context only. */
  private record Local(int context, int group) {}

  /** Learns which contents are blank; before any of them is numbered. */
  void learnBlank(ContentSample sample) {
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

  /** The number of a sampled object's content; the sample has fingerprints. */
  int of(ContentSample sample, int index) {
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

  /** The number of a content without a fingerprint, which is equal to none of other contexts. */
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
