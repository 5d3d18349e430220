package org.heaptwin.bench.survival;

import java.nio.file.Path;
import java.util.List;

/** The threads of libaddress_truth.so that read objects where the agent's rule says they are. */
final class AddressReadings {
  private AddressReadings() {}

  /** By what a reading is accepted, in the order in which {@link #counts} names them. */
  enum Rule {
    EPOCH,
    EVENT_PARITY,
    NONE,
    COLLECTION_START;

    /** Where its three counts begin. */
    int position() {
      return 3 * List.of(values()).indexOf(this);
    }
  }

  /** The objects that are read. */
  static final class Marked {
    long mark;

    Marked() {}
  }

  static void load(Path library) {
    System.load(library.toString());
  }

  /** False if this VM's objects do not lie as the library expects. */
  static native boolean start(Class<?> marked, int readers, long seed);

  /** Readings, accepted, wrong of each rule in turn; then collections with events and without. */
  static native long[] counts();

  static native void stop();
}
