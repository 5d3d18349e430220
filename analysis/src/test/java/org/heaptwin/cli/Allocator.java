package org.heaptwin.cli;

/** A target that allocates replicas for so many milliseconds and then exits with the given code. */
public final class Allocator {
  static volatile Object sink;

  private Allocator() {}

  /** Every instance holds the same. */
  static final class Replica {
    final long first = 42;
    final long second = 43;
  }

  public static void main(String[] arguments) throws InterruptedException {
    System.out.println("ready");
    long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
    while (System.nanoTime() < end) {
      for (int i = 0; i < 100_000; i++) {
        sink = new Replica();
      }
      Thread.sleep(1);
    }
    System.exit(Integer.parseInt(arguments[1]));
  }
}
