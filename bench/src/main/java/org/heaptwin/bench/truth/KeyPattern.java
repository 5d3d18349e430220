package org.heaptwin.bench.truth;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How the contents of a case follow each other, together with what is true of them by construction.
 *
 * <p>Every pattern is stationary: any stretch of a few thousand objects has the declared shares,
 * wherever it begins. So the truth about a recording does not depend on when it started, only (for
 * the number of distinct contents) on how many objects it saw.
 */
sealed interface KeyPattern {
  /**
   * Keys from here on are unique to a thread: thread number in the upper bits, a counter in the
   * lower 40.
   */
  long FIRST_UNIQUE = 1L << 40;

  /** A fresh sequence; the same thread and seed always give the same keys. */
  KeySequence sequence(int thread, long seed);

  /**
   * Share of the objects, by count, whose key equals one of the {@code window} keys before it in
   * its thread.
   */
  double curve(long window);

  /** Expected number of distinct keys among {@code objects} objects of all threads. */
  double distinct(double objects);

  /**
   * Shares by count of the shared keys 0, 1, ... in a long sequence; what is missing to 1 is spread
   * over unbounded many keys.
   */
  double[] sharedShares();

  private static long unique(int thread, long counter) {
    return ((thread + 1L) << 40) + counter;
  }

  /**
   * Blocks of fixed composition, each in a random order of its own.
   *
   * @param block the keys of one block; {@link #UNIQUE} stands for a key never used again
   */
  record ShuffledBlocks(List<Integer> block) implements KeyPattern {
    static final int UNIQUE = -1;

    static ShuffledBlocks of(Integer... block) {
      return new ShuffledBlocks(List.of(block));
    }

    @Override
    public KeySequence sequence(int thread, long seed) {
      SplittableRandom random = new SplittableRandom(seed * 31 + thread);
      int[] order = block.stream().mapToInt(Integer::intValue).toArray();
      return new KeySequence() {
        private int position = order.length;
        private long counter;

        @Override
        public long next() {
          if (position == order.length) {
            shuffle(order, random);
            position = 0;
          }
          int key = order[position++];
          return key == UNIQUE ? unique(thread, counter++) : key;
        }
      };
    }

    /**
     * An object of a key with c copies in a block of B sits at a uniform position j. None of its
     * predecessors in the block has its key with probability C(B-1-min(W,j), c-1) / C(B-1, c-1),
     * and none of the last m of the block before with C(B-m, c) / C(B, c).
     */
    @Override
    public double curve(long window) {
      int length = block.size();
      double share = 0;
      for (int copies : copiesPerKey()) {
        for (int position = 0; position < length; position++) {
          int inBlock = (int) Math.min(window, position);
          int before = (int) Math.min(window - inBlock, length);
          double none =
              chooseRatio(length - 1, inBlock, copies - 1) * chooseRatio(length, before, copies);
          share += (double) copies / length * (1 - none) / length;
        }
      }
      return share;
    }

    @Override
    public double distinct(double objects) {
      int[] copies = copiesPerKey();
      double uniqueShare = 1 - (double) Arrays.stream(copies).sum() / block.size();
      return Math.min(objects, copies.length + uniqueShare * objects);
    }

    @Override
    public double[] sharedShares() {
      return Arrays.stream(copiesPerKey())
          .mapToDouble(copies -> (double) copies / block.size())
          .toArray();
    }

    private int[] copiesPerKey() {
      int keys = Collections.max(block) + 1;
      int[] copies = new int[keys];
      for (int key : block) {
        if (key != UNIQUE) {
          copies[key]++;
        }
      }
      return copies;
    }

    /** C(n - removed, chosen) / C(n, chosen): no one of the chosen is among the removed. */
    private static double chooseRatio(int n, int removed, int chosen) {
      double ratio = 1;
      for (int i = 0; i < chosen; i++) {
        ratio *= Math.max(0.0, n - removed - i) / (n - i);
      }
      return ratio;
    }

    private static void shuffle(int[] keys, SplittableRandom random) {
      for (int i = keys.length - 1; i > 0; i--) {
        int other = random.nextInt(i + 1);
        int key = keys[i];
        keys[i] = keys[other];
        keys[other] = key;
      }
    }
  }

  /**
   * Each key {@code length} times in a row, then never again: no large group, yet nearly all
   * objects are duplicates.
   */
  record Runs(int length) implements KeyPattern {
    @Override
    public KeySequence sequence(int thread, long seed) {
      return new KeySequence() {
        private long drawn;

        @Override
        public long next() {
          return unique(thread, drawn++ / length);
        }
      };
    }

    @Override
    public double curve(long window) {
      return 1 - 1.0 / length;
    }

    @Override
    public double distinct(double objects) {
      return Math.min(objects, objects / length);
    }

    @Override
    public double[] sharedShares() {
      return new double[0];
    }
  }

  /** Independent uniform draws of {@code keys} keys. */
  record Uniform(int keys) implements KeyPattern {
    @Override
    public KeySequence sequence(int thread, long seed) {
      SplittableRandom random = new SplittableRandom(seed * 31 + thread);
      return () -> random.nextInt(keys);
    }

    @Override
    public double curve(long window) {
      return 1 - Math.pow(1 - 1.0 / keys, (double) window);
    }

    @Override
    public double distinct(double objects) {
      return keys * (1 - Math.pow(1 - 1.0 / keys, objects));
    }

    @Override
    public double[] sharedShares() {
      double[] shares = new double[keys];
      Arrays.fill(shares, 1.0 / keys);
      return shares;
    }
  }

  /** Keys 0 to {@code keys - 1} over and over, every thread from another start. */
  record Cycle(int keys) implements KeyPattern {
    private static final int THREADS = 8;

    @Override
    public KeySequence sequence(int thread, long seed) {
      return new KeySequence() {
        private int next = Math.floorMod((int) (seed % keys) + thread * (keys / THREADS), keys);

        @Override
        public long next() {
          int key = next;
          next = key + 1 == keys ? 0 : key + 1;
          return key;
        }
      };
    }

    @Override
    public double curve(long window) {
      return window >= keys ? 1 : 0;
    }

    @Override
    public double distinct(double objects) {
      return Math.min(objects, keys);
    }

    @Override
    public double[] sharedShares() {
      double[] shares = new double[keys];
      Arrays.fill(shares, 1.0 / keys);
      return shares;
    }
  }
}
