package org.heaptwin.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.Run;
import org.junit.jupiter.api.Test;

class MergedRunsTest {
  private static final int BURSTS = 30;
  private static final double ERROR = 0.025;
  private static final int[] FIRST_AND_LAST = {0, 3};
  private static final int[] BETWEEN = {1, 2};

  /** Each burst: x, x, y, y of two stacks, alternating; no stack makes anything twice. */
  private static Profile twins(boolean references, String scope) {
    ProfileBuilder builder = new ProfileBuilder();
    ProfileBuilder.ContextBuilder one = builder.context("A", references, "make", "one");
    ProfileBuilder.ContextBuilder other = builder.context("A", references, "make", "other");
    for (int burst = 0; burst < BURSTS; burst++) {
      one.inBurst(burst, burst, scope, FIRST_AND_LAST, "x" + burst, "y" + burst);
      other.inBurst(burst, burst, scope, BETWEEN, "x" + burst, "y" + burst);
    }
    one.started(BURSTS, 48L * BURSTS, 48L * BURSTS);
    other.started(BURSTS, 48L * BURSTS, 48L * BURSTS);
    return builder.build();
  }

  private static UnitRuns runs(Profile profile) {
    return of(profile, Unit.of(profile, Grouping.site()).get(0));
  }

  private static UnitRuns of(Profile profile, Unit unit) {
    return UnitRuns.of(profile, unit, new ContentNumbers(unit));
  }

  private static double low(Profile profile) {
    return runs(profile).curveByBytes().duplicatesLow(ERROR);
  }

  @Test
  void copiesThatDifferentStacksMakeAreSeen() {
    Profile profile = twins(false, Run.OF_THREAD);
    UnitRuns runs = runs(profile);
    assertThat(runs.runs()).hasSize(BURSTS);
    assertThat(runs.runs().get(7).distances()).containsExactly(0, 1, 0, 1);
    assertThat(runs.whole()).isTrue();
    // KornGraubard of 30 runs that are all alike: 120 objects, 60 of them copies, but for the
    // first.
    assertThat(low(profile)).isBetween(0.4, 0.67);
    Unit alone = Unit.of(profile, Grouping.CONTEXT).get(0);
    assertThat(of(profile, alone).curveByBytes().duplicatesLow(ERROR)).isZero();
  }

  @Test
  void referencesCompareInOneEpochOnly() {
    ProfileBuilder builder = new ProfileBuilder();
    ProfileBuilder.ContextBuilder one = builder.context("A", true, "make", "one");
    ProfileBuilder.ContextBuilder other = builder.context("A", true, "make", "other");
    one.inBurst(1, 1, Run.OF_THREAD, FIRST_AND_LAST, "x", "y");
    other.inBurst(1, 2, Run.OF_THREAD, BETWEEN, "x", "y");
    assertThat(runs(builder.build()).runs())
        .hasSize(2)
        .allSatisfy(run -> assertThat(run.distances()).containsOnly(0));
    assertThat(low(twins(true, Run.OF_THREAD))).isGreaterThan(0.4);
  }

  @Test
  void contentsAreMetAgainInOtherBurstsOfOtherStacks() {
    ProfileBuilder builder = new ProfileBuilder();
    for (int burst = 0; burst < BURSTS; burst++) {
      builder
          .context("A", false, "make", "stack" + burst)
          .contents(24, 0, 1, 2)
          .fingerprints("f1", "f2", "f3")
          .inBurst(burst, burst, Run.OF_THREAD, BETWEEN, "p" + burst % 3, "q" + burst % 2);
    }
    Profile profile = builder.build();
    Unit unit = Unit.of(profile, Grouping.site()).get(0);
    DuplicateBounds bounds = new DuplicateBounds(profile, unit);
    assertThat(bounds.metBefore(ERROR)).isGreaterThan(0.5);
    assertThat(bounds.curve(ERROR)).as("none within a burst").isZero();
  }

  @Test
  void burstsOfASiteCountForThatSiteOnly() {
    assertThat(low(twins(false, Run.OF_SITE))).isPositive();
    Profile profile = twins(false, Run.OF_SITE);
    ProfileBuilder elsewhere = new ProfileBuilder();
    elsewhere.context("A", false, "make", "one").inBurst(1, 1, Run.OF_SITE, BETWEEN, "x", "x");
    elsewhere.context("A", false, "clone", "one").inBurst(1, 1, Run.OF_SITE, BETWEEN, "x", "x");
    Profile two = elsewhere.build();
    Unit both = Unit.of(two, Grouping.CLASS).get(0);
    assertThat(of(two, both).runs()).isEmpty();
    assertThat(runs(profile).runs()).isNotEmpty();
    assertThat(low(twins(false, "context"))).as("chosen by its context").isZero();
  }

  @Test
  void whatWasNotReadIsUnique() {
    ProfileBuilder builder = new ProfileBuilder();
    ProfileBuilder.ContextBuilder one = builder.context("A", false, "make", "one");
    ProfileBuilder.ContextBuilder other = builder.context("A", false, "make", "other");
    for (int burst = 0; burst < BURSTS; burst++) {
      one.inBurst(burst, 1, Run.OF_THREAD, FIRST_AND_LAST, "x", "x");
      other.inBurst(burst, 1, Run.OF_THREAD, BETWEEN, "x", "x");
    }
    double all = low(builder.build());
    one.started(BURSTS, 4_000, 1_000);
    other.started(BURSTS, 4_000, 3_000);
    assertThat(low(builder.build())).isCloseTo(all / 2, within(1e-9));
  }

  @Test
  void keptRunsStandForThoseThatWereDisplaced() {
    ProfileBuilder builder = new ProfileBuilder();
    ProfileBuilder.ContextBuilder unique = builder.context("A", false, "make", "unique");
    ProfileBuilder.ContextBuilder twins = builder.context("A", false, "make", "twins");
    for (int burst = 0; burst < BURSTS; burst++) {
      unique.inBurst(burst, 1, Run.OF_THREAD, FIRST_AND_LAST, "u" + burst, "v" + burst);
      twins.inBurst(burst, 1, Run.OF_THREAD, BETWEEN, "x" + burst, "x" + burst);
    }
    unique.started(3 * BURSTS, 144L * BURSTS, 144L * BURSTS);
    twins.started(BURSTS, 48L * BURSTS, 48L * BURSTS);
    UnitRuns runs = runs(builder.build());
    assertThat(runs.whole()).isFalse();
    assertThat(Arrays.stream(runs.runs().get(0).objects()).sum()).isEqualTo(8);
    assertThat(runs.runs().get(0).bytes()).containsExactly(72, 24, 24, 72);
  }
}
