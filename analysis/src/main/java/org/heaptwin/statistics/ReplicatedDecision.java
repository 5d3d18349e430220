package org.heaptwin.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleToIntFunction;
import java.util.stream.IntStream;

/**
 * When findings are called "replicated", so that the chance of any false one in a report stays
 * below 5 %; and when "likely", so that of those called either at most 5 % are expected to be
 * false.
 *
 * <p>Family: findings with at least 0.1 % of the allocated bytes and two contents read, at most
 * 100, the largest by bytes: chosen without regard to what the contents say. Each is tested:
 * replicated if the lower end of its duplicate share exceeds 0.10 at one-sided error 0.05/m
 * (Bonferroni), likely if it does at {@link #likelyError}. A finding that is neither is "not
 * shown", never "unique".
 */
public final class ReplicatedDecision {
  /**
   * Duplicate share that must be exceeded: two registrations of one object, or blank ones, must not
   * suffice.
   */
  public static final double FLOOR = 0.10;

  public static final double FAMILY_ERROR = 0.05;
  private static final double LEAST_SHARE = 0.001;
  private static final int LARGEST_FAMILY = 100;

  private ReplicatedDecision() {}

  /**
   * What the choice of the family may know of a finding: allocated bytes, and contents that were
   * read.
   */
  public record Candidate(double bytes, long contentsRead) {}

  /** Indices of the family's members. */
  public static List<Integer> family(List<Candidate> candidates) {
    double total = candidates.stream().mapToDouble(Candidate::bytes).sum();
    return IntStream.range(0, candidates.size())
        .boxed()
        .filter(i -> candidates.get(i).contentsRead() >= 2)
        .filter(i -> candidates.get(i).bytes() >= LEAST_SHARE * total)
        .sorted(Comparator.comparingDouble((Integer i) -> -candidates.get(i).bytes()))
        .limit(LARGEST_FAMILY)
        .toList();
  }

  /** One-sided error of each member's test. */
  public static double error(int familySize) {
    return FAMILY_ERROR / Math.max(1, familySize);
  }

  /**
   * One-sided error of the tests for "likely", never below {@link #error}: 0.05 k/m for the largest
   * k at which k of the m members pass (Benjamini & Hochberg, J. R. Stat. Soc. B 57, 1995, section
   * 3: false discovery rate at most 0.05 for independent tests; Benjamini & Yekutieli, Ann. Stat.
   * 29, 2001, theorem 1.2, for positively dependent ones). Contexts share nothing but bursts.
   *
   * @param passing how many members' lower ends exceed {@link #FLOOR} at a one-sided error; must
   *     not fall as the error grows
   */
  public static double likelyError(int familySize, DoubleToIntFunction passing) {
    int most = familySize;
    while (most > 1) {
      int passed = passing.applyAsInt(most * error(familySize));
      if (passed >= most) {
        break;
      }
      // Fewer pass at every smaller error, too: none of the numbers between can be the one.
      most = passed;
    }
    return Math.max(1, most) * error(familySize);
  }

  /** {@code duplicatesLow} at the error of the test. */
  public static boolean exceedsFloor(double duplicatesLow) {
    return duplicatesLow > FLOOR;
  }
}
