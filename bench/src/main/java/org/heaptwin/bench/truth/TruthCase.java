package org.heaptwin.bench.truth;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.LongToIntFunction;

/**
 * One allocation context whose contents are known.
 *
 * @param method the method of {@link AllocationCases} that allocates, and so the top frame of the
 *     context
 * @param className the class as the report names it
 * @param pattern how the contents follow each other
 * @param allocator the method itself
 * @param size bytes of the object with a key
 * @param companionBytes bytes allocated beside each object, in a context of their own
 * @param everyRounds one object in this many rounds
 * @param retained how many objects of a thread stay reachable; a power of two
 * @param accessed whether each object is read once, in the round after its allocation
 * @param hasReferences whether contents hold addresses, comparable only between two collections
 */
record TruthCase(
    String method,
    String className,
    KeyPattern pattern,
    LongFunction<Object> allocator,
    LongToIntFunction size,
    int companionBytes,
    int everyRounds,
    int retained,
    boolean accessed,
    boolean hasReferences) {

  static final int SHORT_LIVED = 64;

  /** A short-lived case of one object size, one object a round, read once. */
  static TruthCase of(
      String method, Class<?> type, KeyPattern pattern, LongFunction<Object> allocator, int size) {
    return new TruthCase(
        method,
        type.getTypeName(),
        pattern,
        allocator,
        key -> size,
        0,
        1,
        SHORT_LIVED,
        true,
        type == AllocationCases.Link.class);
  }

  TruthCase sized(LongToIntFunction sizeOfKey) {
    return new TruthCase(
        method,
        className,
        pattern,
        allocator,
        sizeOfKey,
        companionBytes,
        everyRounds,
        retained,
        accessed,
        hasReferences);
  }

  TruthCase withCompanion(int bytes) {
    return new TruthCase(
        method,
        className,
        pattern,
        allocator,
        size,
        bytes,
        everyRounds,
        retained,
        accessed,
        hasReferences);
  }

  TruthCase every(int rounds) {
    return new TruthCase(
        method,
        className,
        pattern,
        allocator,
        size,
        companionBytes,
        rounds,
        retained,
        accessed,
        hasReferences);
  }

  TruthCase retaining(int objects) {
    return new TruthCase(
        method,
        className,
        pattern,
        allocator,
        size,
        companionBytes,
        everyRounds,
        objects,
        accessed,
        hasReferences);
  }

  TruthCase notRead() {
    return new TruthCase(
        method,
        className,
        pattern,
        allocator,
        size,
        companionBytes,
        everyRounds,
        retained,
        false,
        hasReferences);
  }

  /**
   * Share of the largest group by count among {@code objects} objects; one object is a group too.
   */
  double largestShareByCount(double objects) {
    double largest = largestUnsharedGroup() / objects;
    for (double share : pattern.sharedShares()) {
      largest = Math.max(largest, share);
    }
    return Math.min(1, largest);
  }

  /** Share of the largest group by bytes among {@code objects} objects. */
  double largestShareByBytes(double objects) {
    double[] shares = pattern.sharedShares();
    double meanSize = meanSize();
    double largest =
        largestUnsharedGroup() * size.applyAsInt(KeyPattern.FIRST_UNIQUE) / (meanSize * objects);
    for (int key = 0; key < shares.length; key++) {
      largest = Math.max(largest, shares[key] * size.applyAsInt(key) / meanSize);
    }
    return Math.min(1, largest);
  }

  /**
   * Share of the bytes that would go if each distinct content were kept once, among {@code objects}
   * objects. Objects of a case either have one size or a bounded number of contents, so the
   * distinct bytes follow from the distinct contents.
   */
  double duplicateShareByBytes(double objects) {
    double[] shares = pattern.sharedShares();
    double distinctBytes = 0;
    for (int key = 0; key < shares.length; key++) {
      distinctBytes += size.applyAsInt(key);
    }
    distinctBytes *=
        shares.length == 0 ? 0 : Math.min(1, pattern.distinct(objects) / shares.length);
    double unshared = Math.max(0, pattern.distinct(objects) - shares.length);
    distinctBytes += unshared * size.applyAsInt(KeyPattern.FIRST_UNIQUE);
    return Math.max(0, 1 - distinctBytes / (objects * meanSize()));
  }

  /** Mean bytes of an object, without its companion. */
  double meanSize() {
    double[] shares = pattern.sharedShares();
    double mean = 0;
    double rest = 1;
    for (int key = 0; key < shares.length; key++) {
      mean += shares[key] * size.applyAsInt(key);
      rest -= shares[key];
    }
    return rest > 1e-9 ? mean + rest * size.applyAsInt(KeyPattern.FIRST_UNIQUE) : mean;
  }

  /** Share of the objects, by size in bytes, companions not included. */
  Map<Integer, Double> sizeShares() {
    Map<Integer, Double> bySize = new TreeMap<>();
    double[] shares = pattern.sharedShares();
    double rest = 1;
    for (int key = 0; key < shares.length; key++) {
      bySize.merge(size.applyAsInt(key), shares[key], Double::sum);
      rest -= shares[key];
    }
    if (rest > 1e-9) {
      bySize.merge(size.applyAsInt(KeyPattern.FIRST_UNIQUE), rest, Double::sum);
    }
    return bySize;
  }

  /** True if no two objects have equal content. */
  boolean unique() {
    return pattern.curve(Integer.MAX_VALUE) == 0;
  }

  private double largestUnsharedGroup() {
    return pattern instanceof KeyPattern.Runs runs ? runs.length() : 1;
  }
}
