#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "base/random.h"
#include "evidence/recording.h"
#include "tests/recording_fixture.h"

namespace heaptwin::evidence {
namespace {

using base::Loss;
using heap::ObjectId;
using nlohmann::json;
using test::RecordedHeap;

// The trap of a watchpoint that was armed as requested, with the value that the memory holds.
Trap TrapOf(const WatchRequest& watch) {
  Trap trap;
  trap.object = watch.object;
  trap.offset = watch.offset;
  trap.length = watch.length;
  std::memcpy(&trap.value, reinterpret_cast<const void*>(watch.address), watch.length);
  trap.stamp = watch.stamp;
  trap.origin = watch.origin;
  return trap;
}

json ComparisonsOf(const RecordedHeap& heap) {
  return heap.ContextOf(heap.plain_context)["comparisons"];
}

RecordingOptions AlwaysArming() {
  RecordingOptions options;
  options.later_share = 1;
  return options;
}

TEST(RecordingComparisons, APairIsCountedByMatchAndIdentity) {
  RecordedHeap heap;
  // Both fields of a pair are equal, so a match at any offset means identical and a mismatch means
  // different.
  const auto pair = [&](uint32_t first, uint32_t second) {
    const auto reference = heap.Register(first, first);
    heap.recording.AddTrap(TrapOf(*reference.watch));
    const auto target = heap.Register(second, second);
    ASSERT_TRUE(target.watch.has_value());
    EXPECT_EQ(target.watch->offset, reference.watch->offset);
    EXPECT_EQ(target.watch->length, reference.watch->length);
    heap.recording.AddTrap(TrapOf(*target.watch));
  };
  pair(1, 1);
  pair(1, 1);
  pair(1, 2);
  EXPECT_EQ(ComparisonsOf(heap)["identical"]["match"], 0) << "contents are not known yet";
  heap.Collect();
  const json comparisons = ComparisonsOf(heap);
  EXPECT_EQ(comparisons["identical"], json({{"match", 2}, {"mismatch", 0}}));
  EXPECT_EQ(comparisons["different"], json({{"match", 0}, {"mismatch", 1}}));
  EXPECT_EQ(comparisons["unknown"], json({{"match", 0}, {"mismatch", 0}}));
  EXPECT_EQ(comparisons["offsetSource"]["uniform"], 3);
}

TEST(RecordingComparisons, DifferentObjectsMayMatchAtTheWatchedOffset) {
  RecordedHeap heap(AlwaysArming());
  int matches = 0;
  constexpr int kPairs = 200;
  for (uint32_t i = 0; i < kPairs; ++i) {  // first field always equal, second always different
    const auto reference = heap.Register(9, 2 * i);
    heap.recording.AddTrap(TrapOf(*reference.watch));
    const auto target = heap.Register(9, 2 * i + 1);
    heap.recording.AddTrap(TrapOf(*target.watch));
    matches += target.watch->offset == 12 ? 1 : 0;
  }
  heap.Collect();
  EXPECT_EQ(ComparisonsOf(heap)["different"],
            json({{"match", matches}, {"mismatch", kPairs - matches}}));
  // Uniform over the 8 content bytes: half of the offsets, standard error 7.
  EXPECT_NEAR(matches, kPairs / 2.0, 36);
}

TEST(RecordingComparisons, ContentThatWasNotReadIsUnknown) {
  RecordedHeap heap;
  const auto reference = heap.Register(1, 1);
  heap.recording.AddTrap(TrapOf(*reference.watch));
  const auto target = heap.Register(1, 1);
  heap.recording.AddTrap(TrapOf(*target.watch));
  heap.recording.CloseEpochs(heap.epoch.Current() + 1);  // no inspection
  EXPECT_EQ(ComparisonsOf(heap)["unknown"], json({{"match", 1}, {"mismatch", 0}}));
}

// Objects trap in random order, some never, some late: no object may enter two comparisons.
TEST(RecordingComparisons, PairsAreDisjoint) {
  RecordedHeap heap(AlwaysArming());
  base::Random random(8);
  std::vector<WatchRequest> armed;
  constexpr int kObjects = 400;
  uint64_t traps = 0;
  for (int i = 0; i < kObjects; ++i) {
    const auto registration = heap.Register(3, 3);
    if (registration.watch) armed.push_back(*registration.watch);
    while (armed.size() > 5) {
      const size_t pick = random.Below(armed.size());
      if (random.Chance(0.8)) {
        heap.recording.AddTrap(TrapOf(armed[pick]));
        ++traps;
        if (random.Chance(0.2)) {  // a second trap of the same object must not count
          heap.recording.AddTrap(TrapOf(armed[pick]));
        }
      }
      armed.erase(armed.begin() + static_cast<std::ptrdiff_t>(pick));
    }
  }
  heap.Collect();
  heap.Register(0, 0);  // references of the old epoch are dropped when the context is seen again
  const json comparisons = ComparisonsOf(heap);
  const uint64_t compared = comparisons["identical"]["match"].get<uint64_t>();
  EXPECT_EQ(comparisons["identical"]["mismatch"], 0);
  EXPECT_GT(compared, 100u);
  EXPECT_EQ(2 * compared + heap.Lost(Loss::kUnpairedTrap), traps)
      << "every first trap is in one pair or in none";
  EXPECT_GT(heap.Lost(Loss::kAlreadyCompared), 0u);
}

TEST(RecordingComparisons, OneReferenceIsOfferedToOneObjectAtATime) {
  RecordedHeap heap;
  const auto reference = heap.Register(1, 1);
  heap.recording.AddTrap(TrapOf(*reference.watch));
  const auto first = heap.Register(1, 1);
  std::map<uint32_t, int> offsets;
  for (int i = 0; i < 12; ++i) ++offsets[heap.Register(1, 1).watch->offset];
  EXPECT_EQ(offsets.size(), 2u) << "fresh offsets for the others";
  heap.recording.WatchNotArmed(first.object);
  EXPECT_EQ(heap.Register(1, 1).watch->offset, reference.watch->offset) << "offered again";
}

TEST(RecordingComparisons, StaleTrapsAndForgottenObjectsAreCounted) {
  RecordedHeap heap;
  const auto registration = heap.Register(1, 1);
  Trap trap = TrapOf(*registration.watch);
  trap.stamp += uint64_t{1} << 32;
  heap.recording.AddTrap(trap);
  trap.stamp = 0;
  heap.recording.AddTrap(trap);
  EXPECT_EQ(heap.Lost(Loss::kStaleEpoch), 2u);
  trap.object = ObjectId{12345};
  heap.recording.AddTrap(trap);
  EXPECT_EQ(heap.Lost(Loss::kUnregisteredObject), 1u);
}

TEST(RecordingComparisons, AReferenceOfAnEarlierEpochIsNotUsed) {
  RecordedHeap heap;
  const auto reference = heap.Register(1, 1);
  heap.recording.AddTrap(TrapOf(*reference.watch));
  heap.Collect();
  const auto target = heap.Register(1, 1);
  heap.recording.AddTrap(TrapOf(*target.watch));
  heap.Collect();
  EXPECT_EQ(ComparisonsOf(heap)["offsetSource"]["uniform"], 0);
  EXPECT_EQ(heap.Lost(Loss::kUnpairedTrap), 1u);
}

TEST(RecordingComparisons, DifferentSizesAreAPairWithoutAWatchpoint) {
  RecordedHeap heap;
  const heap::ClassId bytes = heap.recording.AddClass("byte[]");
  heap.recording.SetLayout(bytes,
                           heap::ObjectLayout::ForArrays({}, bytes, 4, heap::ElementKind::kByte));
  const heap::ContextId context = heap.AddContext(bytes, 9);
  const auto register_array = [&](uint32_t length) {
    const uint64_t address = heap.objects.AllocateBytes(length, 4);
    return heap.recording.Register({context, bytes, heap.thread, address, heap.epoch.Current(),
                                    test::FakeHeap::ArraySize(length), 1024, 0});
  };
  const auto reference = register_array(8);
  heap.recording.AddTrap(TrapOf(*reference.watch));
  const auto longer = register_array(16);
  EXPECT_FALSE(longer.watch.has_value());
  const json comparisons = heap.ContextOf(context)["comparisons"];
  EXPECT_EQ(comparisons["differentSize"], 1);
  EXPECT_EQ(comparisons["offsetSource"]["uniform"], 1);
  EXPECT_TRUE(register_array(16).watch.has_value()) << "both objects are used up";
}

TEST(RecordingComparisons, ManyComparisonsMakeArmingRarer) {
  RecordingOptions options;
  options.comparisons_aim = 10;
  options.later_share = 1;
  RecordedHeap heap(options);
  int armed_late = 0;
  int comparisons = 0;
  while (comparisons < 100) {
    const auto registration = heap.Register(1, 1);
    if (!registration.watch) continue;
    const auto before = heap.recording.CurrentCounts().comparisons;
    heap.recording.AddTrap(TrapOf(*registration.watch));
    comparisons += static_cast<int>(heap.recording.CurrentCounts().comparisons - before);
  }
  for (int i = 0; i < 2000; ++i) armed_late += heap.Register(1, 1).watch.has_value() ? 1 : 0;
  // Probability 10/100: expect 200, standard error 13.
  EXPECT_NEAR(armed_late, 200, 67);
}

TEST(RecordingComparisons, AContextWithItsFirstComparisonsLeavesItsTurnsToOthers) {
  RecordingOptions options;
  options.scarce_comparisons = 3;
  options.first_comparisons = 5;
  options.later_share = 0.25;
  RecordedHeap heap(options);
  for (uint64_t made = 0; made < 5; made = heap.recording.CurrentCounts().comparisons) {
    const auto registration = heap.Register(1, 1);
    ASSERT_TRUE(registration.watch.has_value()) << "the first comparisons are never put off";
    EXPECT_EQ(registration.watch->reserve, made < 3 ? 0 : options.first_reserve) << made;
    heap.recording.AddTrap(TrapOf(*registration.watch));
  }
  int armed = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto registration = heap.Register(1, 1);
    if (!registration.watch) continue;
    ++armed;
    EXPECT_EQ(registration.watch->reserve, options.later_reserve);
  }
  // Expect 500, standard error 19; six of them.
  EXPECT_NEAR(armed, 500, 116);
}

TEST(RecordingComparisons, AContextThatIsNeverReadLeavesItsTurnsToOthers) {
  RecordingOptions options;
  options.scarce_comparisons = 2;
  options.first_comparisons = 3;
  options.watches_tried = 10;
  RecordedHeap heap(options);
  for (int watches = 0; watches < 40; ++watches) {
    const auto refused = heap.Register(1, 1);
    heap.recording.WatchNotArmed(refused.object);
    const auto registration = heap.Register(1, 1);
    ASSERT_TRUE(registration.watch.has_value());
    EXPECT_EQ(registration.watch->reserve, watches < 20   ? 0
                                           : watches < 30 ? options.first_reserve
                                                          : options.later_reserve)
        << watches;
  }
}

}  // namespace
}  // namespace heaptwin::evidence
