package org.heaptwin.bench.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.data.Offset;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.profile.Context;
import org.heaptwin.profile.Exhaustive;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.ProfileReader;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an exhaustive recording counts is what the program did, to the last object. About two
 * minutes.
 */
class ExhaustiveIT {
  private static final int THREADS = 3;
  private static final long SEED = 7;
  private static final long MOST_BY_THE_VM = 4_096;
  private static final HeaptwinCommand HEAPTWIN = HeaptwinCommand.ofWorkingCopy();

  @TempDir Path directory;

  /** In one epoch every object is finished when it is read, and references compare as well. */
  @ParameterizedTest
  @ValueSource(strings = {"Serial", "Parallel", "G1"})
  void everyCountIsThatOfTheProgram(String collector) throws Exception {
    int rounds = 5_000;
    List<KnownCounts> truth = KnownCounts.of(THREADS, SEED, rounds);
    for (Jdk jdk : jdks()) {
      Profile profile = record(jdk, rounds, "-XX:+Use" + collector + "GC", "-Xmx512m", "-Xmn256m");
      String run = collector + ", JDK " + jdk.feature();
      assertThat(profile.recording().exhaustive()).isTrue();
      assertThat(profile.collections().count()).as(run).isEqualTo(1);
      SoftAssertions softly = new SoftAssertions();
      for (KnownCounts known : truth) {
        checkAllocation(softly, run, profile, known);
        checkContents(softly, run, counted(profile, known), known);
      }
      checkAgreement(softly, run, profile);
      softly.assertAll();
      checkThreads(run, profile);
    }
  }

  /**
   * Objects die in many collections. Each collection meets up to one object of a thread that is
   * allocated and not constructed yet: it counts as it is then, and so may the next equal one.
   */
  @ParameterizedTest
  @ValueSource(strings = {"Serial", "Parallel", "G1"})
  void overManyCollectionsOnlyUnfinishedObjectsDiffer(String collector) throws Exception {
    int rounds = 20_000;
    List<KnownCounts> truth = KnownCounts.of(THREADS, SEED, rounds);
    for (Jdk jdk : jdks()) {
      Profile profile = record(jdk, rounds, "-XX:+Use" + collector + "GC", "-Xmx128m", "-Xmn4m");
      String run = collector + ", JDK " + jdk.feature();
      long collections = profile.collections().count();
      assertThat(collections).as(run).isGreaterThan(3);
      SoftAssertions softly = new SoftAssertions();
      for (KnownCounts known : truth) {
        checkAllocation(softly, run, profile, known);
        if (!known.hasReferences()) {
          checkNearly(softly, run, counted(profile, known), known, 2 * THREADS * collections);
        }
      }
      softly.assertAll();
      checkThreads(run, profile);
    }
  }

  private static void checkNearly(
      SoftAssertions softly, String run, Exhaustive counted, KnownCounts known, long most) {
    String name = run + ", " + known.method() + ": ";
    Offset<Long> unfinished = Offset.offset(most);
    softly
        .assertThat(counted.distinct())
        .as(name + "distinct")
        .isCloseTo(known.distinct(), unfinished);
    softly
        .assertThat(counted.largestGroup())
        .as(name + "largest")
        .isCloseTo(known.largestGroup(), unfinished);
    Exhaustive.Curve curve = counted.curve();
    for (int i = 0; i < curve.windows().length; i++) {
      softly
          .assertThat(curve.objects()[i])
          .as(name + "curve at " + curve.windows()[i])
          .isCloseTo(known.curveObjects(curve.windows()[i]), unfinished);
    }
  }

  private static void checkAllocation(
      SoftAssertions softly, String run, Profile profile, KnownCounts known) {
    String name = run + ", " + known.method();
    Exhaustive counted = counted(profile, known);
    softly.assertThat(counted.objects()).as(name).isEqualTo(known.objects());
    softly.assertThat(counted.bytes()).as(name).isEqualTo(known.bytes());
    softly.assertThat(counted.grouped()).as(name + ": known contents").isEqualTo(known.objects());
    softly.assertThat(counted.pooled()).as(name).isEqualTo(!known.hasReferences());
  }

  private static void checkContents(
      SoftAssertions softly, String run, Exhaustive counted, KnownCounts known) {
    String name = run + ", " + known.method() + ": ";
    softly.assertThat(counted.distinct()).as(name + "distinct").isEqualTo(known.distinct());
    softly
        .assertThat(counted.distinctBytes())
        .as(name + "distinct bytes")
        .isEqualTo(known.distinctBytes());
    softly.assertThat(counted.largestGroup()).as(name + "largest").isEqualTo(known.largestGroup());
    softly
        .assertThat(counted.largestGroupBytes())
        .as(name + "largest bytes")
        .isEqualTo(known.largestGroupBytes());
    softly
        .assertThat(counted.identicalPairs())
        .as(name + "pairs")
        .isEqualTo(known.identicalPairs());
    Exhaustive.Curve curve = counted.curve();
    softly.assertThat(curve.unknown()).as(name + "distances").isZero();
    softly
        .assertThat(curve.longestSequence())
        .as(name + "sequence")
        .isEqualTo(known.longestSequence());
    for (int i = 0; i < curve.windows().length; i++) {
      long window = curve.windows()[i];
      softly
          .assertThat(curve.objects()[i])
          .as(name + "curve at " + window)
          .isEqualTo(known.curveObjects(window));
      softly
          .assertThat(curve.bytes()[i])
          .as(name + "curve bytes at " + window)
          .isEqualTo(known.curveBytes(window));
    }
  }

  /**
   * Of two different payloads the kind agrees, 4 bytes of 16; of two links the kind, 8 of 12. The
   * eight pairs that one inspection draws are all equal once in 256 times where there are two
   * values.
   */
  private static void checkAgreement(SoftAssertions softly, String run, Profile profile) {
    Map<String, Double> alpha =
        Map.of("allUnique", 0.25, "halfAndHalf", 0.25, "fewSharedTargets", 8.0 / 12);
    for (KnownCounts known : KnownCounts.of(THREADS, SEED, 1)) {
      Double expected = alpha.get(known.method().replaceAll(".*\\.", ""));
      if (expected != null) {
        Exhaustive.Agreement agreement = counted(profile, known).agreement();
        boolean twoValues = known.method().endsWith(".halfAndHalf");
        if (twoValues && agreement.different() == 0) {
          continue;
        }
        softly.assertThat(agreement.different()).as(run + ", " + known.method()).isPositive();
        softly
            .assertThat(agreement.sum() / agreement.different())
            .as(run + ", " + known.method())
            .isCloseTo(expected, Offset.offset(1e-9));
      }
    }
  }

  /**
   * The VM's own count of the threads' bytes. It has a few objects more: those that the VM makes by
   * itself, such as the mirrors of classes, post no event.
   */
  private static void checkThreads(String run, Profile profile) {
    List<Profile.ThreadTotals> threads =
        profile.threads().stream().filter(thread -> thread.name().startsWith("truth-")).toList();
    assertThat(threads).as(run).hasSize(THREADS);
    for (Profile.ThreadTotals thread : threads) {
      long unseen = thread.allocatedBytes() - (long) thread.bytes();
      assertThat(unseen).as(run).isBetween(0L, MOST_BY_THE_VM);
    }
  }

  /** The case's only context. */
  private static Exhaustive counted(Profile profile, KnownCounts known) {
    List<Context> found = new ArrayList<>();
    for (Context context : profile.contexts()) {
      boolean here =
          context.frames().length > 0
              && profile.frames().get(context.frames()[0]).startsWith(known.method() + "(")
              && profile.classes().get(context.classIndex()).name().equals(known.className());
      if (here) {
        found.add(context);
      }
    }
    assertThat(found).as(known.method()).hasSize(1);
    return found.get(0).exhaustive();
  }

  private Profile record(Jdk jdk, int rounds, String... flags)
      throws IOException, InterruptedException {
    Path profile = directory.resolve("profile.heaptwin");
    List<String> command = new ArrayList<>();
    command.addAll(List.of(HEAPTWIN.root().resolve("heaptwin").toString(), "run", "-q"));
    command.addAll(List.of("--exhaustive", "-o", profile.toString(), "--", jdk.java()));
    command.addAll(List.of(flags));
    command.addAll(List.of("-cp", Jdk.classPath(), FixedTruthProgram.class.getName()));
    command.addAll(
        List.of(Integer.toString(THREADS), Long.toString(SEED), Integer.toString(rounds)));
    Process process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor()).isZero();
    return ProfileReader.read(profile);
  }

  private static List<Jdk> jdks() {
    Map<Integer, Jdk> installed = new TreeMap<>(Jdk.installed());
    List<Jdk> jdks = new ArrayList<>();
    for (int feature : new int[] {17, 25}) {
      if (installed.containsKey(feature)) {
        jdks.add(installed.get(feature));
      }
    }
    assertThat(jdks).isNotEmpty();
    return jdks;
  }
}
