package org.heaptwin.bench.truth;

/**
 * The content keys of one thread's objects of one case, in order of allocation. Equal keys give
 * objects of equal content, different keys objects of different content. Used by one thread only.
 */
interface KeySequence {
  /**
   * The next key. Keys below {@link KeyPattern#FIRST_UNIQUE} are shared by all threads; a larger
   * one belongs to the thread that drew it.
   */
  long next();
}
