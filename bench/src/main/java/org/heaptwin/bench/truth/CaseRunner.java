package org.heaptwin.bench.truth;

/**
 * One thread's share of one case: draws the keys, allocates, keeps the last objects reachable,
 * counts. Used by one thread.
 */
final class CaseRunner {
  private final TruthCase truthCase;
  private final KeySequence keys;
  private final Object[] kept;
  private final Tally tally;
  private final int index;
  private long allocated;
  private boolean unread;

  CaseRunner(TruthCase truthCase, int index, int thread, long seed, Tally tally) {
    this.truthCase = truthCase;
    this.keys = truthCase.pattern().sequence(thread, seed);
    this.kept = new Object[truthCase.retained()];
    this.tally = tally;
    this.index = index;
  }

  boolean dueIn(long round) {
    return round % truthCase.everyRounds() == 0;
  }

  /**
   * Reads the last object, once. Doing so only in the round after its allocation keeps the loads in
   * memory instead of registers; doing so no later lets a watchpoint on it be hit before its slot
   * is needed for another.
   *
   * @return depends on everything read
   */
  long readLast() {
    if (!unread) {
      return 0;
    }
    unread = false;
    return AllocationCases.read(kept[(int) (allocated - 1) & (kept.length - 1)]);
  }

  /**
   * Allocates one object. Storing it into an array that outlives the method is what keeps the
   * compiler from removing the allocation.
   */
  void step() {
    long key = keys.next();
    kept[(int) allocated & (kept.length - 1)] = truthCase.allocator().apply(key);
    allocated++;
    unread = truthCase.accessed();
    tally.add(index, truthCase.size().applyAsInt(key), truthCase.companionBytes());
  }
}
