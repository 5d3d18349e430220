package org.heaptwin.profile;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Pairs of objects of one context whose value at one offset was compared. No object is in two
 * pairs.
 *
 * @param identical pairs known to be equal as a whole
 * @param different pairs known to differ, of equal size
 * @param unknown pairs with an object that was not fingerprinted
 * @param differentSize pairs of different size: they differ, and count as a mismatch
 * @param offsetSource origin of the compared offsets, null when not written
 */
public record Comparisons(
    Outcome identical,
    Outcome different,
    Outcome unknown,
    long differentSize,
    OffsetSource offsetSource) {

  /** Pairs whose values were equal, and pairs whose values were not. */
  public record Outcome(long match, long mismatch) {
    public long total() {
      return match + mismatch;
    }
  }

  /**
   * Comparisons by what chose the offset: accesses of the context, accesses of the class, or
   * nothing.
   */
  public record OffsetSource(long context, @JsonProperty("class") long classWide, long uniform) {}

  /** All pairs, those of different size included. */
  public long total() {
    return identical.total() + different.total() + unknown.total() + differentSize;
  }

  /** Pairs whose values were equal. */
  public long matches() {
    return identical.match() + different.match() + unknown.match();
  }
}
