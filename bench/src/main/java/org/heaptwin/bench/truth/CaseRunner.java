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
   * Allocates one object and reads the one before it. Storing it into an array that outlives the
   * method is what keeps the compiler from removing the allocation; reading it only one object
   * later, what keeps the loads in memory instead of registers.
   *
   * @return depends on everything read
   */
  long step() {
    int mask = kept.length - 1;
    long sum = 0;
    if (truthCase.accessed() && allocated > 0) {
      sum = AllocationCases.read(kept[(int) (allocated - 1) & mask]);
    }
    long key = keys.next();
    kept[(int) allocated & mask] = truthCase.allocator().apply(key);
    allocated++;
    tally.add(index, truthCase.size().applyAsInt(key), truthCase.companionBytes());
    return sum;
  }
}
