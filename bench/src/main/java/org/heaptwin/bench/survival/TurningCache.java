package org.heaptwin.bench.survival;

import java.util.HashMap;
import java.util.Map;

/**
 * A cache of byte arrays in which every entry is replaced after a while. Its contents depend on the
 * number of puts only.
 */
final class TurningCache {
  private final Map<Integer, byte[]> entries = new HashMap<>();
  private final int capacity;
  private final int bytes;
  private long puts;

  /**
   * @param bytes length of an array
   */
  TurningCache(int capacity, int bytes) {
    this.capacity = capacity;
    this.bytes = bytes;
  }

  /** Replaces the {@code count} oldest entries; the result depends on what they were. */
  long turn(int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      byte[] value = new byte[bytes];
      value[0] = (byte) puts;
      value[bytes - 1] = (byte) (puts >> 8);
      byte[] old = entries.put((int) (puts % capacity), value);
      sum = sum * 31 + (old == null ? 0 : old[0] + 256L * old[bytes - 1]);
      puts++;
    }
    return sum;
  }
}
