package org.heaptwin.bench.probes;

/**
 * Objects that die within one collection, of which sampling by bytes sees next to nothing: arrays
 * take nearly all the bytes, and beside them there are objects of 16 bytes, read again and again
 * while they live. One allocating line, two frequent callers and {@link #RARE} rare ones, each an
 * allocation context of its own. Runs until it is killed.
 */
public final class ShortLivedProgram {
  /** Callers that allocate about one object in 160 rounds. */
  public static final int RARE = 10;

  private static final int ARRAYS_PER_ROUND = 200;
  private static final int ARRAY_BYTES = 8_176;
  private static final int READS = 2_000_000;
  private static final int ROUNDS_PER_RARE_OBJECT = 16;

  static volatile Object sink;
  static volatile long sum;

  private ShortLivedProgram() {}

  /** 16 bytes. Volatile, so that every read is one. */
  static final class Point {
    volatile int value;

    Point(int value) {
      this.value = value;
    }
  }

  public static void main(String[] arguments) {
    System.out.println("ready");
    for (int round = 0; ; round++) {
      round(round);
    }
  }

  private static void round(int round) {
    arrays();
    use((round & 1) == 0 ? frequentEven(round) : frequentOdd(round), READS);
    if (round % ROUNDS_PER_RARE_OBJECT == 0) {
      use(rare(round / ROUNDS_PER_RARE_OBJECT % RARE, round), READS);
    }
  }

  private static void arrays() {
    for (int i = 0; i < ARRAYS_PER_ROUND; i++) {
      sink = new byte[ARRAY_BYTES];
    }
  }

  private static void use(Point point, int reads) {
    // Published: a real object on the heap, which no compiler removes.
    sink = point;
    long own = 0;
    for (int i = 0; i < reads; i++) {
      own += point.value;
    }
    sum = own;
  }

  private static Point point(int value) {
    return new Point(value & 3);
  }

  private static Point frequentEven(int value) {
    return point(value);
  }

  private static Point frequentOdd(int value) {
    return point(value);
  }

  private static Point rare(int which, int value) {
    return switch (which) {
      case 0 -> rare0(value);
      case 1 -> rare1(value);
      case 2 -> rare2(value);
      case 3 -> rare3(value);
      case 4 -> rare4(value);
      case 5 -> rare5(value);
      case 6 -> rare6(value);
      case 7 -> rare7(value);
      case 8 -> rare8(value);
      default -> rare9(value);
    };
  }

  private static Point rare0(int value) {
    return point(value);
  }

  private static Point rare1(int value) {
    return point(value);
  }

  private static Point rare2(int value) {
    return point(value);
  }

  private static Point rare3(int value) {
    return point(value);
  }

  private static Point rare4(int value) {
    return point(value);
  }

  private static Point rare5(int value) {
    return point(value);
  }

  private static Point rare6(int value) {
    return point(value);
  }

  private static Point rare7(int value) {
    return point(value);
  }

  private static Point rare8(int value) {
    return point(value);
  }

  private static Point rare9(int value) {
    return point(value);
  }
}
