package org.heaptwin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairIdentityTest {
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.143, 0.49, 0.9, 1})
  void knownPairsCover(double identity) {
    Random random = new Random(11);
    for (int n : new int[] {30, 300}) {
      Coverage coverage = new Coverage();
      for (int run = 0; run < 2000; run++) {
        int identical = successes(n, identity, random);
        coverage.add(PairIdentity.known(identical, n - identical, 0, 0, 0.025, "test"), identity);
      }
      coverage.assertAtLeast(0.95, "A = " + identity + ", n = " + n);
    }
  }

  /** 40 % of the pairs differ in size and are always known; of the others only a quarter. */
  @Test
  void pairsOfDifferentSizeDoNotCrowdOutUnknownOnes() {
    Random random = new Random(12);
    double identity = 0.6 * 0.7;
    Coverage coverage = new Coverage();
    for (int run = 0; run < 2000; run++) {
      int differentSize = successes(400, 0.4, random);
      int known = successes(400 - differentSize, 0.25, random);
      int identical = successes(known, 0.7, random);
      coverage.add(
          PairIdentity.known(
              identical, known - identical, 400 - differentSize - known, differentSize, 0.025, ""),
          identity);
    }
    coverage.assertAtLeast(0.95, "different sizes");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 0.9})
  void borrowedAlphaCoversWhenItIsTheRightOne(double alpha) {
    Random random = new Random(13);
    for (double identity : new double[] {0, 0.143, 0.49, 1}) {
      Coverage coverage = new Coverage();
      for (int run = 0; run < 2000; run++) {
        double theta = identity + alpha * (1 - identity);
        Estimate thetaEstimate =
            ClopperPearson.estimate(successes(100, theta, random), 100, 0.0125, "theta");
        Estimate alphaEstimate =
            ClopperPearson.estimate(successes(100, alpha, random), 100, 0.0125, "alpha");
        coverage.add(PairIdentity.assumed(thetaEstimate, alphaEstimate, 0.025, "A"), identity);
      }
      coverage.assertAtLeast(0.95, "A = " + identity + ", alpha = " + alpha);
    }
  }

  @Test
  void thetaBelowAlphaGivesNoBound() {
    Estimate theta = ClopperPearson.estimate(10, 100, 0.0125, "theta");
    Estimate alpha = ClopperPearson.estimate(60, 100, 0.0125, "alpha");
    assertThat(PairIdentity.disagree(theta, alpha)).isTrue();
    assertThat(PairIdentity.assumed(theta, alpha, 0.025, "A").low()).isNull();
  }

  @Test
  void alphaOfOneIsNoInformation() {
    Estimate one = ClopperPearson.estimate(50, 50, 0.0125, "both");
    Estimate identity = PairIdentity.assumed(one, one, 0.025, "A");
    assertThat(identity.low()).isZero();
    assertThat(identity.high()).isEqualTo(1);
    assertThat(identity.value()).isNull();
  }

  @Test
  void sharpBoundsAreReachedByTheirExtremes() {
    // Four equal groups of 25: A = 4 * 25 * 24 / (100 * 99), share 0.25 is the lower end.
    Estimate groups = Estimate.exact(4.0 * 25 * 24 / (100 * 99), "A");
    assertThat(PairIdentity.largestShare(groups, 100, 100, "").low())
        .isCloseTo(0.25, within(1e-12));
    // One group of 70 and 30 unique: share 0.7 is the upper end.
    Estimate single = Estimate.exact(70.0 * 69 / (100 * 99), "A");
    assertThat(PairIdentity.largestShare(single, 100, 100, "").high())
        .isCloseTo(0.7, within(1e-12));
  }

  @Test
  void paperBoundsContainTheSharpOnes() {
    for (double a : new double[] {0, 0.01, 0.3, 0.9, 1}) {
      Estimate identity = Estimate.exact(a, "A");
      Estimate sharp = PairIdentity.largestShare(identity, 50, 50, "");
      assertThat(PairIdentity.paperLower(identity, Estimate.exact(0.4, "alpha")))
          .isLessThanOrEqualTo(sharp.low());
      assertThat(PairIdentity.paperUpper(identity, 50)).isGreaterThanOrEqualTo(sharp.high());
    }
  }

  private static int successes(int trials, double probability, Random random) {
    int successes = 0;
    for (int i = 0; i < trials; i++) {
      successes += random.nextDouble() < probability ? 1 : 0;
    }
    return successes;
  }
}
