package org.heaptwin.attach;

/** A target that does nothing for ten minutes. */
public final class Sleeper {
  static final String READY = "ready";

  private Sleeper() {}

  public static void main(String[] arguments) throws InterruptedException {
    System.out.println(READY);
    Thread.sleep(600_000);
  }
}
