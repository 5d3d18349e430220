package org.heaptwin.bench.overhead;

/** What is measured of a process and printed. */
enum Quantity {
  WALL("wall s"),
  PROCESSOR("processor s"),
  PEAK("peak MB");

  private static final double BYTES_PER_MEGABYTE = 1 << 20;

  private final String label;

  Quantity(String label) {
    this.label = label;
  }

  double of(ProcessCost cost) {
    return switch (this) {
      case WALL -> cost.wallSeconds();
      case PROCESSOR -> cost.processorSeconds();
      case PEAK -> cost.peakBytes() / BYTES_PER_MEGABYTE;
    };
  }

  @Override
  public String toString() {
    return label;
  }
}
