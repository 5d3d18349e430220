package org.heaptwin.bench.truth;

import java.util.concurrent.atomic.AtomicLongArray;

/** What one thread allocated so far, by case. Written by that thread, read by any. */
final class Tally {
  private final AtomicLongArray objects;
  private final AtomicLongArray bytes;
  private final AtomicLongArray companions;

  Tally(int cases) {
    objects = new AtomicLongArray(cases);
    bytes = new AtomicLongArray(cases);
    companions = new AtomicLongArray(1);
  }

  /** Counts one object; only the owning thread may call it. */
  void add(int caseIndex, int size, int companionBytes) {
    objects.setOpaque(caseIndex, objects.getPlain(caseIndex) + 1);
    bytes.setOpaque(caseIndex, bytes.getPlain(caseIndex) + size);
    companions.setOpaque(0, companions.getPlain(0) + companionBytes);
  }

  long objects(int caseIndex) {
    return objects.getOpaque(caseIndex);
  }

  /** Bytes of the objects of a case, companions not included. */
  long bytes(int caseIndex) {
    return bytes.getOpaque(caseIndex);
  }

  /** All bytes, companions included. */
  long totalBytes() {
    long total = companions.getOpaque(0);
    for (int i = 0; i < bytes.length(); i++) {
      total += bytes.getOpaque(i);
    }
    return total;
  }
}
