package org.heaptwin.statistics;

import java.util.List;

/**
 * Share of the largest group of equal objects among all objects of the recording.
 *
 * <p>Equal weights, n contents, N the largest count. High: Clopper-Pearson upper end of (N, n); the
 * true largest group was seen at most N times, so taking the maximum costs nothing. Low: the L that
 * solves P(Bin(n, L) >= N) = e L, and 0 if N < 2; the factor L pays for the selection of the
 * maximum, because at most 1/L groups have share L or more (Bonferroni over them).
 *
 * <p>Unequal weights: the same with {@link WeightedOdds}: the largest L over the groups seen at
 * least twice; the largest upper end over all groups, one that was never seen included.
 */
public final class LargestShare {
  private LargestShare() {}

  /**
   * Interval of the largest share, each end at error {@code error}.
   *
   * @param group content number per sampled object
   * @param weight what the object stands for, in bytes or in objects
   * @param unseen largest weight that an object of the context could have and was not seen; ignored
   *     when all weights are equal
   */
  public static Estimate of(
      int[] group, double[] weight, double unseen, double error, String source) {
    if (group.length == 0) {
      return Estimate.unknown(source);
    }
    Groups groups = new Groups(group, weight);
    double largest = 0;
    for (Groups.Group one : groups.each()) {
      largest = Math.max(largest, one.sum);
    }
    double w = groups.equalWeights() ? weight[0] : unseen;
    return new Estimate(
        largest / groups.all().sum,
        low(groups, w, error),
        high(groups, w, error),
        1 - 2 * error,
        source);
  }

  /** The lower end alone; 0 when no content was met twice. Parameters as in {@link #of}. */
  public static double low(int[] group, double[] weight, double unseen, double error) {
    if (group.length == 0) {
      return 0;
    }
    Groups groups = new Groups(group, weight);
    return low(groups, groups.equalWeights() ? weight[0] : unseen, error);
  }

  /**
   * Interval of one group's share, the group named beforehand, so that no selection is paid for.
   */
  public static Estimate ofGroup(
      int number, int[] group, double[] weight, double unseen, double error, String source) {
    if (group.length == 0) {
      return Estimate.unknown(source);
    }
    Groups groups = new Groups(group, weight);
    Groups.Group one = groups.of(number);
    double w = groups.equalWeights() ? weight[0] : unseen;
    Rest rest = Rest.of(groups.all(), one);
    double low = WeightedOdds.low(one.sum, one.squares, rest.sum, rest.squares, w, error);
    double added = one.count == 0 || groups.equalWeights() ? w : one.largest;
    double high = upper(one, groups, 0, added, error);
    return new Estimate(one.sum / groups.all().sum, low, high, 1 - 2 * error, source);
  }

  /** With equal weights both ends grow with the count, so the largest group decides. */
  private static Iterable<Groups.Group> candidates(Groups groups) {
    return groups.equalWeights() ? List.of(groups.mostFrequent()) : groups.each();
  }

  private static double low(Groups groups, double unseen, double error) {
    double best = 0;
    for (Groups.Group one : candidates(groups)) {
      if (one.count < 2) {
        continue;
      }
      Rest rest = Rest.of(groups.all(), one);
      // One evaluation tells whether this group's end lies above the best so far.
      if (best > 0 && excess(best, one, rest, unseen, error) >= 0) {
        continue;
      }
      best = Roots.increasing(share -> excess(share, one, rest, unseen, error), best, 1);
    }
    return best;
  }

  private static double excess(
      double share, Groups.Group one, Rest rest, double unseen, double error) {
    return WeightedOdds.lowerCumulative(share, one.sum, one.squares, rest.sum, rest.squares, unseen)
        - error * share;
  }

  private static double high(Groups groups, double unseen, double error) {
    double best = upper(new Groups.Group(), groups, 0, unseen, error);
    for (Groups.Group one : candidates(groups)) {
      best = upper(one, groups, best, groups.equalWeights() ? unseen : one.largest, error);
    }
    return best;
  }

  private static double upper(
      Groups.Group one, Groups groups, double best, double unseen, double error) {
    Rest rest = Rest.of(groups.all(), one);
    if (best >= 1 || rest.sum <= 0) {
      return 1;
    }
    if (best > 0 && lacking(best, one, rest, unseen, error) >= 0) {
      return best;
    }
    return Roots.increasing(share -> lacking(share, one, rest, unseen, error), best, 1);
  }

  private static double lacking(
      double share, Groups.Group one, Rest rest, double unseen, double error) {
    return WeightedOdds.upperCumulative(share, one.sum, one.squares, rest.sum, rest.squares, unseen)
        - (1 - error);
  }

  /** Everything but one group; exactly nothing when the group is all there is. */
  private record Rest(double sum, double squares) {
    static Rest of(Groups.Group all, Groups.Group one) {
      return all.count == one.count
          ? new Rest(0, 0)
          : new Rest(all.sum - one.sum, all.squares - one.squares);
    }
  }
}
