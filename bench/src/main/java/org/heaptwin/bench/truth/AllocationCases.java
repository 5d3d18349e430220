package org.heaptwin.bench.truth;

import java.util.Arrays;

/**
 * The allocating methods: one per case, so that the top frame of an allocation context names the
 * case. The contents of an object follow from its key alone, differ for different keys, and are
 * complete when the method returns.
 */
final class AllocationCases {
  static final int FEW_TARGETS = 4;
  static final int MANY_TARGETS = 200_000;
  static final int LARGE_ARRAY_LENGTH = 65_520;

  /** Array length by key in {@link #mixedArrays}. */
  private static final int[] MIXED_LENGTHS = {16, 16, 100, 1_000, 1_000};

  /** Array length by key in {@link #mixedSizes}; the largest exceed any usual sampling interval. */
  private static final int[] MIXED_SIZES = {16, 240, 4_080, 65_520, 1_048_560};

  private static final Target[] fewTargets = targets(FEW_TARGETS);
  private static final Target[] manyTargets = targets(MANY_TARGETS);

  private AllocationCases() {}

  /** Allocates what the cases share, so that none of it is charged to a thread that is measured. */
  static void prepare() {
    // Initialising the class does it.
  }

  /** 32 bytes: two fields that tell keys apart, and one that is the same in all. */
  static final class Payload {
    final long id;
    final int kind;
    final int check;

    Payload(long id) {
      this.id = id;
      this.kind = 7;
      this.check = Long.hashCode(id * 0x9E3779B97F4A7C15L);
    }
  }

  /** 16 bytes, the smallest object with a field. */
  static final class Tiny {
    final int id;

    Tiny(int id) {
      this.id = id;
    }
  }

  /** 24 bytes, what links point to. */
  static final class Target {
    final long id;

    Target(long id) {
      this.id = id;
    }
  }

  /** 24 bytes with compressed references; told apart by the referent alone. */
  static final class Link {
    final Target target;
    final long kind;

    Link(Target target) {
      this.target = target;
      this.kind = 11;
    }
  }

  static Object oneValue(long key) {
    return new Payload(key);
  }

  static Object sevenOfTen(long key) {
    return new Payload(key);
  }

  static Object halfAndHalf(long key) {
    return new Payload(key);
  }

  static Object sevenGroups(long key) {
    return new Payload(key);
  }

  static Object allUnique(long key) {
    return new Payload(key);
  }

  static Object runsOfEight(long key) {
    return new Payload(key);
  }

  static Object thousandValues(long key) {
    return new Payload(key);
  }

  static Object everyHundred(long key) {
    return new Payload(key);
  }

  static Object everyThreeThousand(long key) {
    return new Payload(key);
  }

  static Object retained(long key) {
    return new Payload(key);
  }

  static Object neverRead(long key) {
    return new Payload(key);
  }

  static Object tinyObjects(long key) {
    return new Tiny((int) key);
  }

  static Object mixedArrays(long key) {
    return filled(new byte[MIXED_LENGTHS[(int) key]], key);
  }

  static Object largeArrays(long key) {
    return filled(new byte[LARGE_ARRAY_LENGTH], key);
  }

  static Object fewSharedTargets(long key) {
    return new Link(fewTargets[(int) key]);
  }

  static Object manyTargets(long key) {
    return new Link(manyTargets[(int) key]);
  }

  /** Equal one level down, never by reference: shallow comparison must not call these replicas. */
  static Object ownTarget(long key) {
    return new Link(ownTargetOf());
  }

  private static Target ownTargetOf() {
    return new Target(5);
  }

  static Object arrayOf256(long key) {
    return labelled(new byte[240], key);
  }

  static Object arrayOf4K(long key) {
    return labelled(new byte[4_080], key);
  }

  static Object arrayOf64K(long key) {
    return labelled(new byte[65_520], key);
  }

  static Object arrayOf1M(long key) {
    return labelled(new byte[1_048_560], key);
  }

  static Object arrayOf4M(long key) {
    return labelled(new byte[4_194_288], key);
  }

  static Object mixedSizes(long key) {
    return labelled(new byte[MIXED_SIZES[(int) key]], key);
  }

  static int mixedArraySize(long key) {
    return arraySize(MIXED_LENGTHS[(int) key]);
  }

  static int mixedSizesSize(long key) {
    return arraySize(MIXED_SIZES[(int) key]);
  }

  /** Bytes of a byte array on the heap: a header of 16 and the elements, rounded up to 8. */
  static int arraySize(int length) {
    return (16 + length + 7) & -8;
  }

  /**
   * Loads every field or element; returns something that depends on all of them, so that none of
   * the loads can be left out.
   */
  static long read(Object object) {
    if (object instanceof Payload payload) {
      return payload.id + payload.kind + payload.check;
    }
    if (object instanceof Link link) {
      return link.kind + (link.target == null ? 0 : 1);
    }
    if (object instanceof Tiny tiny) {
      return tiny.id;
    }
    if (object instanceof byte[] array) {
      long sum = 0;
      for (byte element : array) {
        sum += element;
      }
      return sum;
    }
    return 0;
  }

  private static byte[] filled(byte[] array, long key) {
    Arrays.fill(array, 8, array.length, (byte) (key + 1));
    return labelled(array, key);
  }

  private static byte[] labelled(byte[] array, long key) {
    for (int i = 0; i < Long.BYTES; i++) {
      array[i] = (byte) (key >>> (Byte.SIZE * i));
    }
    return array;
  }

  private static Target[] targets(int count) {
    Target[] targets = new Target[count];
    for (int i = 0; i < count; i++) {
      targets[i] = new Target(i);
    }
    return targets;
  }
}
