package org.heaptwin.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jline.utils.Signals;

/**
 * Turns the first Ctrl-C (or SIGTERM) into a wish to stop early; the second ends this process at
 * once.
 */
final class Interruption implements AutoCloseable {
  private final CountDownLatch wished = new CountDownLatch(1);
  private final Object previousInterrupt = Signals.register("INT", () -> wish(130));
  private final Object previousTerminate = Signals.register("TERM", () -> wish(143));

  /** Waits so many milliseconds; true, at once, when the user wants to stop. */
  boolean within(long millis) {
    try {
      return wished.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  boolean wished() {
    return wished.getCount() == 0;
  }

  @Override
  public void close() {
    Signals.unregister("INT", previousInterrupt);
    Signals.unregister("TERM", previousTerminate);
  }

  private void wish(int exitCode) {
    if (wished()) {
      Runtime.getRuntime().halt(exitCode);
    }
    wished.countDown();
  }
}
