package org.heaptwin.bench.truth;

import java.util.concurrent.CountDownLatch;

/**
 * Holds the allocating threads before their first and after their last object, so that a recording
 * can be started before any of them and ended after all of them.
 */
final class Gate {
  private final CountDownLatch opened = new CountDownLatch(1);
  private final CountDownLatch finished;
  private final CountDownLatch released = new CountDownLatch(1);

  Gate(int threads) {
    finished = new CountDownLatch(threads);
  }

  /** Lets the threads begin. */
  void open() {
    opened.countDown();
  }

  /** Waits until every thread has allocated its last object. */
  void awaitFinished() throws InterruptedException {
    finished.await();
  }

  /** Lets the threads end. */
  void release() {
    released.countDown();
  }

  /** Called by an allocating thread before it begins. */
  void enter() throws InterruptedException {
    opened.await();
  }

  /** Called by an allocating thread after its last object; returns when it may end. */
  void leave() throws InterruptedException {
    finished.countDown();
    released.await();
  }
}
