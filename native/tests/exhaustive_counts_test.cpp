#include "evidence/exhaustive_counts.h"

#include <gtest/gtest.h>

namespace heaptwin::evidence {
namespace {

using heap::ContextId;
using heap::ThreadIndex;

constexpr ContextId kContext{3};

CountedObject Read(uint64_t content, uint32_t thread = 0, uint64_t size = 24) {
  CountedObject object;
  object.context = kContext;
  object.thread = ThreadIndex{thread};
  object.size = size;
  object.state = ExhaustiveState::kRead;
  object.fingerprint = {content, ~content};
  return object;
}

CountedObject Unread() {
  CountedObject object = Read(0);
  object.state = ExhaustiveState::kLost;
  return object;
}

TEST(ExhaustiveCounts, GroupsAreCountedWhole) {
  ExhaustiveCounts counts({});
  // 6 of content 1, 3 of content 2, 1 of content 3, 2 of content 1 in another size.
  for (const uint64_t content : {1, 2, 1, 1, 3, 2, 1, 1, 2, 1}) counts.Add(Read(content));
  for (int i = 0; i < 2; ++i) counts.Add(Read(1, 0, 1000));
  counts.EndEpoch();
  const ExhaustiveTotals totals = counts.Of(kContext);
  EXPECT_EQ(totals.objects, 12u);
  EXPECT_EQ(totals.bytes, 10 * 24 + 2 * 1000u);
  EXPECT_EQ(totals.grouped, 12u);
  EXPECT_EQ(totals.distinct, 4u);
  EXPECT_EQ(totals.distinct_bytes, 3 * 24 + 1000u);
  EXPECT_EQ(totals.largest_objects, 6u);
  EXPECT_EQ(totals.largest_bytes, 2000u);
  EXPECT_EQ(totals.pairs, 66u);
  EXPECT_EQ(totals.identical_pairs, 15u + 3 + 0 + 1);
  EXPECT_EQ(totals.group_sizes[0], 1u);  // one object
  EXPECT_EQ(totals.group_sizes[1], 2u);  // 2 and 3
  EXPECT_EQ(totals.group_sizes[2], 1u);  // 6
  EXPECT_EQ(totals.Lost(), 0u);
  EXPECT_EQ(counts.Of(ContextId{2}).objects, 0u);
}

TEST(ExhaustiveCounts, DistancesAreThoseOfTheThread) {
  ExhaustiveCounts counts({});
  // Two threads, interleaved; each repeats its contents with period 3, of which one is common.
  for (uint64_t i = 0; i < 30; ++i) {
    counts.Add(Read(i % 3, 0));
    counts.Add(Read(i % 3 == 0 ? 0 : 100 + i % 3, 1));
  }
  const ExhaustiveTotals totals = counts.Of(kContext);
  EXPECT_EQ(totals.curve_objects[0], 0u);
  EXPECT_EQ(totals.curve_objects[1], 0u);
  EXPECT_EQ(totals.curve_objects[2], 2 * 27u);  // 3 or 4 back
  EXPECT_EQ(totals.longest_sequence, 30u);
  EXPECT_EQ(totals.distinct, 5u);
}

TEST(ExhaustiveCounts, WindowsEndAtTheirPowerOfTwo) {
  for (const uint64_t distance : {1, 2, 3, 4, 5, 8192, 8193, 65536, 65537}) {
    ExhaustiveCounts counts({});
    counts.Add(Read(1));
    for (uint64_t i = 1; i < distance; ++i) counts.Add(Read(1000 + i));
    counts.Add(Read(1));
    const ExhaustiveTotals totals = counts.Of(kContext);
    for (size_t i = 0; i < ExhaustiveTotals::kWindows; ++i) {
      const uint64_t window = uint64_t{1} << i;
      EXPECT_EQ(totals.curve_objects[i], window >= distance && window / 2 < distance ? 1u : 0u)
          << distance << " in window " << window;
    }
  }
}

TEST(ExhaustiveCounts, UnreadObjectsKeepTheirPlace) {
  ExhaustiveCounts counts({});
  counts.Add(Read(1));
  counts.Add(Unread());
  counts.Add(Read(1));
  const ExhaustiveTotals totals = counts.Of(kContext);
  EXPECT_EQ(totals.unread, 1u);
  EXPECT_EQ(totals.objects, 3u);
  EXPECT_EQ(totals.grouped, 2u);
  EXPECT_EQ(totals.curve_objects[0], 0u);
  EXPECT_EQ(totals.curve_objects[1], 1u);
}

TEST(ExhaustiveCounts, ContentsOfAnEpochEndWithIt) {
  ExhaustiveCounts counts({});
  // Epochs of 4 and 2 objects; in the first 3 are equal, in the second both, to those before.
  for (const uint64_t content : {1, 1, 2, 1}) {
    CountedObject object = Read(content);
    object.within_epoch = true;
    counts.Add(object);
  }
  counts.EndEpoch();
  for (int i = 0; i < 2; ++i) {
    CountedObject object = Read(1);
    object.within_epoch = true;
    counts.Add(object);
  }
  counts.EndEpoch();
  const ExhaustiveTotals totals = counts.Of(kContext);
  EXPECT_TRUE(totals.within_epochs);
  EXPECT_EQ(totals.distinct, 3u);
  EXPECT_EQ(totals.largest_objects, 3u + 2);
  EXPECT_EQ(totals.pairs, 6u + 1);
  EXPECT_EQ(totals.identical_pairs, 3u + 1);
  EXPECT_DOUBLE_EQ(totals.identity_within_epochs, 4 * 0.5 + 2 * 1.0);
  EXPECT_EQ(totals.objects_in_epochs, 6u);
  // The second epoch's first object is no replica of the first epoch's.
  EXPECT_EQ(totals.curve_objects[0] + totals.curve_objects[1], 2u + 1);
}

TEST(ExhaustiveCounts, ContentsBeyondTheBoundAreCountedAsLost) {
  ExhaustiveCounts counts({.contents = 2, .recent = 100});
  EXPECT_TRUE(counts.Add(Read(1)));
  EXPECT_TRUE(counts.Add(Read(2)));
  EXPECT_FALSE(counts.Add(Read(3)));
  EXPECT_TRUE(counts.Add(Read(2)));
  const ExhaustiveTotals totals = counts.Of(kContext);
  EXPECT_EQ(totals.objects, 4u);
  EXPECT_EQ(totals.grouped, 3u);
  EXPECT_EQ(totals.ungrouped, 1u);
  EXPECT_EQ(totals.distinct, 2u);
}

TEST(ExhaustiveCounts, OldContentsMakeRoomForNewOnes) {
  constexpr size_t kRecent = 200'000;
  ExhaustiveCounts counts({.contents = size_t{1} << 20, .recent = kRecent});
  // Far more contents than can be remembered, each twice at distance 1.
  for (uint64_t i = 0; i < 2 * kRecent; ++i) {
    counts.Add(Read(i));
    counts.Add(Read(i));
  }
  const ExhaustiveTotals totals = counts.Of(kContext);
  EXPECT_EQ(totals.curve_gaps, 0u);
  EXPECT_EQ(totals.curve_objects[0], 2 * kRecent);
}

TEST(ExhaustiveCounts, ADistanceThatCouldNotBeLookedUpIsCounted) {
  ExhaustiveCounts counts({.contents = 1000, .recent = 10});
  for (uint64_t i = 0; i < 30; ++i) counts.Add(Read(i));
  EXPECT_EQ(counts.Of(kContext).curve_gaps, 20u);
  EXPECT_EQ(counts.Of(kContext).curve_gap_bytes, 20u * 24);
}

TEST(ExhaustiveCounts, ThreadsThatShareAnIndexHaveNoOrder) {
  ExhaustiveCounts counts({});
  for (int i = 0; i < 5; ++i) {
    CountedObject object = Read(1);
    object.ordered = false;
    counts.Add(object);
  }
  EXPECT_EQ(counts.Of(kContext).curve_gaps, 5u);
  EXPECT_EQ(counts.Of(kContext).largest_objects, 5u);
  EXPECT_EQ(counts.Of(kContext).curve_objects[0], 0u);
}

}  // namespace
}  // namespace heaptwin::evidence
