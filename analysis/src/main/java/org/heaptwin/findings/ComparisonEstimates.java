package org.heaptwin.findings;

import java.util.List;
import java.util.Objects;
import org.heaptwin.profile.Comparisons;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Profile;
import org.heaptwin.statistics.ClopperPearson;
import org.heaptwin.statistics.Estimate;
import org.heaptwin.statistics.PairIdentity;

/**
 * theta, alpha and the published bounds of one context.
 *
 * <p>Pairs known to be identical whose values nevertheless differed were changed in between: they
 * count as different. Pairs of several contexts are not random pairs of their union, so roll-ups
 * have none of this.
 */
final class ComparisonEstimates {
  private static final double ERROR = 0.025;
  private static final String SOURCE = "field comparisons of random pairs";

  private final Profile profile;

  ComparisonEstimates(Profile profile) {
    this.profile = profile;
  }

  /** Null for roll-ups and when no pair was compared. */
  Finding.Compared of(UnitEstimates estimates) {
    Context context = estimates.unit().single();
    if (context == null || context.comparisons() == null || context.comparisons().total() == 0) {
      return null;
    }
    Comparisons pairs = context.comparisons();
    boolean known = knownDifferent(pairs) + pairs.identical().match() > 0;
    boolean anyEqualSize = pairs.identical().total() + pairs.different().total() > 0;
    return known && (anyEqualSize || pairs.unknown().total() == 0)
        ? direct(context, pairs, estimates)
        : assumed(context, pairs, estimates);
  }

  private Finding.Compared direct(Context context, Comparisons pairs, UnitEstimates estimates) {
    Estimate theta = theta(pairs, ERROR);
    Estimate alpha = alpha(List.of(pairs), ERROR);
    Estimate identity =
        PairIdentity.known(
            pairs.identical().match(),
            pairs.identical().mismatch() + pairs.different().total(),
            pairs.unknown().total(),
            pairs.differentSize(),
            ERROR,
            "pairs of known identity");
    return compared(context, pairs, theta, alpha, identity, null, false, estimates);
  }

  private Finding.Compared assumed(Context context, Comparisons pairs, UnitEstimates estimates) {
    Borrowed borrowed = borrow(context);
    Estimate theta = theta(pairs, ERROR / 2);
    Estimate identity =
        PairIdentity.assumed(theta, borrowed.alpha(), ERROR, "theta and a borrowed alpha");
    boolean disagree = PairIdentity.disagree(theta, borrowed.alpha());
    return compared(
        context,
        pairs,
        theta,
        borrowed.alpha(),
        identity,
        "assumes alpha of " + borrowed.origin(),
        disagree,
        estimates);
  }

  private Finding.Compared compared(
      Context context,
      Comparisons pairs,
      Estimate theta,
      Estimate alpha,
      Estimate identity,
      String assumption,
      boolean disagree,
      UnitEstimates estimates) {
    Estimate objects = estimates.objects(ERROR);
    boolean bounded = identity.low() != null && objects.low() != null;
    Estimate share =
        bounded
            ? PairIdentity.largestShare(
                identity, objects.low(), objects.high(), "bounds from the chance of an equal pair")
            : Estimate.unknown(disagree ? "theta and alpha disagree" : "no interval to start from");
    boolean references =
        !Boolean.FALSE.equals(profile.classes().get(context.classIndex()).hasReferences());
    return new Finding.Compared(
        pairs.total(),
        pairs.matches(),
        pairs.identical().total(),
        pairs.different().total() + pairs.differentSize(),
        pairs.unknown().total(),
        theta,
        alpha,
        identity,
        share,
        bounded ? PairIdentity.paperLower(identity, alpha) : null,
        bounded ? PairIdentity.paperUpper(identity, objects.low()) : null,
        references ? "mean over epochs of the largest share in the epoch" : "recording",
        assumption,
        disagree);
  }

  private static Estimate theta(Comparisons pairs, double error) {
    return ClopperPearson.estimate((double) pairs.matches(), (double) pairs.total(), error, SOURCE);
  }

  /** Matches among pairs known to differ; a pair of different size is a mismatch. */
  private static Estimate alpha(List<Comparisons> several, double error) {
    double match = 0;
    double all = 0;
    for (Comparisons pairs : several) {
      match += pairs.different().match();
      all += knownDifferent(pairs);
    }
    return ClopperPearson.estimate(match, all, error, "pairs known to differ");
  }

  private static long knownDifferent(Comparisons pairs) {
    return pairs.identical().mismatch() + pairs.different().total() + pairs.differentSize();
  }

  private record Borrowed(Estimate alpha, String origin) {}

  /** alpha of the class's other contexts, or of the whole recording. */
  private Borrowed borrow(Context context) {
    Estimate ofClass = pooledAlpha(context.classIndex());
    return ofClass.value() != null
        ? new Borrowed(ofClass, "the class's other contexts")
        : new Borrowed(pooledAlpha(null), "the recording's other contexts");
  }

  private Estimate pooledAlpha(Integer classIndex) {
    List<Comparisons> all =
        profile.contexts().stream()
            .filter(other -> classIndex == null || other.classIndex() == classIndex)
            .map(Context::comparisons)
            .filter(Objects::nonNull)
            .toList();
    return alpha(all, ERROR / 2);
  }
}
