package org.heaptwin.bench.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays what the threads of a case allocate and counts by brute force what the case declares. */
class CaseCatalogueTest {
  private static final int THREADS = 2;
  private static final int OBJECTS_PER_THREAD = 200_000;
  private static final int OBJECTS = THREADS * OBJECTS_PER_THREAD;
  private static final int OBJECTS_COMPARED = 50;
  private static final int LONGEST_WINDOW = 4_096;
  private static final long SEED = 20_261;

  /** Sampling error of a share over 400,000 objects is below 0.0008; four of them. */
  private static final double TOLERANCE = 0.003;

  static Stream<TruthCase> cases() {
    return Stream.of(CaseCatalogue.contents(), CaseCatalogue.distances(), CaseCatalogue.sizes())
        .flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void declaredSharesAreThoseOfTheKeys(TruthCase truthCase) {
    Map<Long, Long> counts = new HashMap<>();
    double bytes = 0;
    for (int thread = 0; thread < THREADS; thread++) {
      KeySequence keys = truthCase.pattern().sequence(thread, SEED);
      for (int i = 0; i < OBJECTS_PER_THREAD; i++) {
        long key = keys.next();
        counts.merge(key, 1L, Long::sum);
        bytes += truthCase.size().applyAsInt(key);
      }
    }
    double largestCount = 0;
    double largestBytes = 0;
    double distinctBytes = 0;
    for (var group : counts.entrySet()) {
      double size = truthCase.size().applyAsInt(group.getKey());
      largestCount = Math.max(largestCount, group.getValue());
      largestBytes = Math.max(largestBytes, group.getValue() * size);
      distinctBytes += size;
    }

    assertThat(truthCase.meanSize())
        .isCloseTo(bytes / OBJECTS, within(bytes / OBJECTS * TOLERANCE));
    assertThat(truthCase.largestShareByCount(OBJECTS))
        .isCloseTo(largestCount / OBJECTS, within(TOLERANCE));
    assertThat(truthCase.largestShareByBytes(OBJECTS))
        .isCloseTo(largestBytes / bytes, within(TOLERANCE));
    assertThat(truthCase.duplicateShareByBytes(OBJECTS))
        .isCloseTo(1 - distinctBytes / bytes, within(TOLERANCE));
    assertThat(truthCase.unique()).isEqualTo(counts.size() == OBJECTS);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void declaredCurveIsThatOfTheKeys(TruthCase truthCase) {
    long[] hits = new long[LONGEST_WINDOW + 1];
    Map<Long, Integer> last = new HashMap<>();
    KeySequence keys = truthCase.pattern().sequence(0, SEED);
    for (int i = 0; i < OBJECTS_PER_THREAD; i++) {
      Integer before = last.put(keys.next(), i);
      if (before != null && i - before <= LONGEST_WINDOW) {
        hits[i - before]++;
      }
    }
    for (int window = 1; window <= LONGEST_WINDOW; window *= 2) {
      double share = Arrays.stream(hits, 1, window + 1).sum() / (double) OBJECTS_PER_THREAD;
      // The first objects have nothing before them, which an endless sequence does not know.
      assertThat(truthCase.pattern().curve(window))
          .as("%s, window %d", truthCase.method(), window)
          .isCloseTo(share, within(TOLERANCE + (double) window / OBJECTS_PER_THREAD));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void objectsAreEqualExactlyWhenTheirKeysAre(TruthCase truthCase) {
    KeySequence keys = truthCase.pattern().sequence(0, SEED);
    Map<Long, Object> contents = new HashMap<>();
    for (int i = 0; i < OBJECTS_COMPARED; i++) {
      long key = keys.next();
      Object content = content(truthCase.allocator().apply(key));
      Object before = contents.putIfAbsent(key, content);
      if (before != null) {
        assertThat(content).isEqualTo(before);
      }
    }
    assertThat(contents.values()).doesNotHaveDuplicates();
  }

  /**
   * The fields of an object as something with equals; references by identity, as a shallow
   * comparison sees them.
   */
  private static Object content(Object object) {
    if (object instanceof AllocationCases.Payload payload) {
      return List.of(payload.id, payload.kind, payload.check);
    }
    if (object instanceof AllocationCases.Link link) {
      return new ByIdentity(link.target);
    }
    if (object instanceof AllocationCases.Tiny tiny) {
      return tiny.id;
    }
    return ByteBuffer.wrap((byte[]) object);
  }

  private record ByIdentity(Object object) {
    @Override
    public boolean equals(Object other) {
      return other instanceof ByIdentity that && that.object == object;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(object);
    }
  }
}
