package org.heaptwin.agent.weave;

/** What became of one site: how many instructions carry its probe, or why none does. */
public final class Outcome {
  private final int probed;
  private final int skipped;
  private final String reason;

  private Outcome(int probed, int skipped, String reason) {
    this.probed = probed;
    this.skipped = skipped;
    this.reason = reason;
  }

  /** No instruction carries the probe. */
  public static Outcome refused(String reason) {
    return new Outcome(0, 0, reason);
  }

  static Outcome of(int probed, int skipped, String reasonOfSkipped) {
    return new Outcome(probed, skipped, reasonOfSkipped);
  }

  /** The same site in two classes of one name. */
  public Outcome and(Outcome other) {
    return new Outcome(
        probed + other.probed, skipped + other.skipped, reason == null ? other.reason : reason);
  }

  /** Whether at least one instruction carries the probe. */
  public boolean isProbed() {
    return probed > 0;
  }

  /**
   * {@code ok <instructions>}, with {@code , <n> skipped: <reason>} if some were; or the reason.
   */
  @Override
  public String toString() {
    if (!isProbed()) {
      return reason;
    }
    return "ok " + probed + (skipped == 0 ? "" : ", " + skipped + " skipped: " + reason);
  }
}
