package org.heaptwin.bench.truth;

import static org.heaptwin.bench.truth.KeyPattern.ShuffledBlocks.UNIQUE;

import java.util.List;
import java.util.function.LongFunction;
import org.heaptwin.bench.truth.AllocationCases.Link;
import org.heaptwin.bench.truth.AllocationCases.Payload;
import org.heaptwin.bench.truth.AllocationCases.Tiny;
import org.heaptwin.bench.truth.KeyPattern.Cycle;
import org.heaptwin.bench.truth.KeyPattern.Runs;
import org.heaptwin.bench.truth.KeyPattern.ShuffledBlocks;
import org.heaptwin.bench.truth.KeyPattern.Uniform;

/**
 * The cases of the two programs. Rounds are chosen so that the contexts of a program allocate bytes
 * at similar rates.
 */
final class CaseCatalogue {
  private static final int PAYLOAD_BYTES = 32;
  private static final int LINK_BYTES = 24;
  private static final int TARGET_BYTES = 24;
  private static final int TINY_BYTES = 16;

  private CaseCatalogue() {}

  /**
   * Contents from all equal to all different, in one size and several, with and without references,
   * short-lived and retained.
   */
  static List<TruthCase> contents() {
    ShuffledBlocks sevenGroups = ShuffledBlocks.of(0, 1, 2, 3, 4, 5, 6);
    return List.of(
        payload("oneValue", ShuffledBlocks.of(0), AllocationCases::oneValue),
        payload(
            "sevenOfTen",
            ShuffledBlocks.of(0, 0, 0, 0, 0, 0, 0, UNIQUE, UNIQUE, UNIQUE),
            AllocationCases::sevenOfTen),
        payload(
            "halfAndHalf",
            ShuffledBlocks.of(0, 0, 0, 0, 0, 1, 1, 1, 1, 1),
            AllocationCases::halfAndHalf),
        payload("sevenGroups", sevenGroups, AllocationCases::sevenGroups),
        payload("allUnique", ShuffledBlocks.of(UNIQUE), AllocationCases::allUnique),
        payload("runsOfEight", new Runs(8), AllocationCases::runsOfEight),
        payload("thousandValues", new Uniform(1_000), AllocationCases::thousandValues),
        payload("retained", sevenGroups, AllocationCases::retained).retaining(1 << 15),
        payload("neverRead", sevenGroups, AllocationCases::neverRead).notRead(),
        TruthCase.of(
            "tinyObjects", Tiny.class, sevenGroups, AllocationCases::tinyObjects, TINY_BYTES),
        TruthCase.of(
                "mixedArrays",
                byte[].class,
                ShuffledBlocks.of(0, 0, 0, 0, 1, 1, 2, 2, 3, 4),
                AllocationCases::mixedArrays,
                0)
            .sized(AllocationCases::mixedArraySize)
            .every(8),
        TruthCase.of(
                "largeArrays",
                byte[].class,
                ShuffledBlocks.of(0, 0, 0, 0, 0, UNIQUE, UNIQUE, UNIQUE, UNIQUE, UNIQUE),
                AllocationCases::largeArrays,
                AllocationCases.arraySize(AllocationCases.LARGE_ARRAY_LENGTH))
            .every(2_048)
            .retaining(4),
        link("fewSharedTargets", ShuffledBlocks.of(0, 1, 2, 3), AllocationCases::fewSharedTargets),
        link("manyTargets", new Cycle(AllocationCases.MANY_TARGETS), AllocationCases::manyTargets),
        link("ownTarget", ShuffledBlocks.of(UNIQUE), AllocationCases::ownTarget)
            .withCompanion(TARGET_BYTES));
  }

  /**
   * Copies that lie a hundred, and three thousand, objects apart: share(W) is 0 below that W and 1
   * from there on.
   */
  static List<TruthCase> distances() {
    return List.of(
        payload("everyHundred", new Cycle(100), AllocationCases::everyHundred),
        payload("everyThreeThousand", new Cycle(3_000), AllocationCases::everyThreeThousand)
            .every(2));
  }

  /** Sizes from 16 bytes to 4 MB, one size per context and all of them in one. */
  static List<TruthCase> sizes() {
    return List.of(
        TruthCase.of(
            "tinyObjects",
            Tiny.class,
            ShuffledBlocks.of(0),
            AllocationCases::tinyObjects,
            TINY_BYTES),
        array("arrayOf256", AllocationCases::arrayOf256, 256).every(8),
        array("arrayOf4K", AllocationCases::arrayOf4K, 4 << 10).every(64),
        array("arrayOf64K", AllocationCases::arrayOf64K, 64 << 10).every(1 << 10).retaining(4),
        array("arrayOf1M", AllocationCases::arrayOf1M, 1 << 20).every(1 << 14).retaining(1),
        array("arrayOf4M", AllocationCases::arrayOf4M, 4 << 20).every(1 << 16).retaining(1),
        array("mixedSizes", AllocationCases::mixedSizes, 0)
            .sized(AllocationCases::mixedSizesSize)
            .every(1 << 12)
            .retaining(4));
  }

  private static TruthCase payload(
      String method, KeyPattern pattern, LongFunction<Object> allocator) {
    return TruthCase.of(method, Payload.class, pattern, allocator, PAYLOAD_BYTES);
  }

  private static TruthCase link(String method, KeyPattern pattern, LongFunction<Object> allocator) {
    return TruthCase.of(method, Link.class, pattern, allocator, LINK_BYTES);
  }

  private static TruthCase array(String method, LongFunction<Object> allocator, int bytes) {
    KeyPattern pattern =
        bytes == 0 ? ShuffledBlocks.of(0, 1, 2, 3, 4) : ShuffledBlocks.of(0, 1, UNIQUE, UNIQUE);
    return TruthCase.of(method, byte[].class, pattern, allocator, bytes);
  }
}
