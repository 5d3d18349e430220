package org.heaptwin.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * When findings are called "replicated", so that the chance of any false one in a report stays
 * below 5 %.
 *
 * <p>Family: findings with at least 0.1 % of the allocated bytes and two contents read, at most
 * 100, the largest by bytes: chosen without regard to what the contents say. Each is tested at
 * one-sided error 0.05/m (Bonferroni): replicated if the lower end of its duplicate share exceeds
 * 0.10. A finding that is not is "not shown", never "unique".
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

  /** {@code duplicatesLow} at {@link #error}. */
  public static boolean replicated(double duplicatesLow) {
    return duplicatesLow > FLOOR;
  }
}
