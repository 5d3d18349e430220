package org.heaptwin.bench.survival;

/**
 * Arrays of several G1 regions that die at once, among small garbage: {@code HumongousProgram
 * seconds}. Prints {@code ready} before the first one.
 */
public final class HumongousProgram {
  private static final int LARGE = 3 << 20;
  private static final int SMALL = 10_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private HumongousProgram() {}

  public static void main(String[] arguments) throws InterruptedException {
    double seconds = Double.parseDouble(arguments[0]);
    System.out.println("ready");
    long start = System.nanoTime();
    long sum = 0;
    while (System.nanoTime() - start < seconds * NANOS_PER_SECOND) {
      byte[] large = new byte[LARGE];
      large[(int) (sum & 1023)] = 1;
      for (int i = 0; i < 100; i++) {
        sum += large[i] + new byte[SMALL].length;
      }
      Thread.sleep(2);
    }
    System.out.println("checksum " + sum);
  }
}
