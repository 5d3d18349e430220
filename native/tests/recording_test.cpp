#include "evidence/recording.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/recording_fixture.h"

namespace heaptwin::evidence {
namespace {

using base::Loss;
using nlohmann::json;
using test::RecordedHeap;

TEST(RecordingContents, GroupsAreThoseOfTheObjects) {
  RecordedHeap heap;
  const uint32_t values[] = {7, 8, 7, 0, 8, 7, 0};
  for (const uint32_t value : values) heap.Register(value, value);
  heap.Collect();
  const json content = heap.ContextOf(heap.plain_context)["content"];
  ASSERT_EQ(content.size(), 1u);
  EXPECT_EQ(content[0]["group"], json({0, 1, 0, 2, 1, 0, 2}));
  EXPECT_EQ(content[0]["zeroGroups"], json::array({2}));
  EXPECT_EQ(content[0]["inspected"], 7);
  EXPECT_EQ(content[0]["pooled"], true);
  EXPECT_TRUE(content[0]["epoch"].is_null());
  EXPECT_EQ(content[0]["fingerprints"].size(), 3u);
  EXPECT_EQ(heap.losses.Total(), 0u);
}

TEST(RecordingContents, ContentsWithReferencesAreNotPooledOverEpochs) {
  RecordedHeap heap;
  for (int epoch = 0; epoch < 2; ++epoch) {
    for (int i = 0; i < 2; ++i) {
      heap.recording.Register(heap.AllocationOf(heap.NewObject(5, 5, 2), true));
      heap.Register(5, 5);
    }
    heap.Collect();
  }
  const json linked = heap.ContextOf(heap.linked_context)["content"][0];
  EXPECT_EQ(linked["pooled"], false);
  EXPECT_EQ(linked["group"], json({0, 0, 1, 1}));
  EXPECT_EQ(linked["epoch"][0], linked["epoch"][1]);
  EXPECT_NE(linked["epoch"][1], linked["epoch"][2]);
  EXPECT_EQ(heap.ContextOf(heap.plain_context)["content"][0]["group"], json({0, 0, 0, 0}));
}

TEST(RecordingContents, EveryUnreadObjectIsCountedOnceByCause) {
  RecordedHeap heap;
  heap.Register(1, 1);  // closed by a silent collection: epoch ends without an inspection
  heap.recording.CloseEpochs(heap.epoch.Current() + 1);
  EXPECT_EQ(heap.Lost(Loss::kEpochClosedUnread), 1u);

  heap.recording.Register(heap.AllocationOf(heap.NewObject(1, 1, 99)));  // not of that class
  auto unreadable = heap.AllocationOf(8);
  heap.recording.Register(unreadable);
  const heap::ClassId unknown = heap.recording.AddClass("a.b.Unknown");
  Allocation of_unknown = heap.AllocationOf(heap.NewObject(1, 1, 3));
  of_unknown.class_id = unknown;
  of_unknown.context = heap.AddContext(unknown, 77);
  heap.recording.Register(of_unknown);
  heap.Collect();
  EXPECT_EQ(heap.Lost(Loss::kClassWordMismatch), 1u);
  EXPECT_EQ(heap.Lost(Loss::kContentUnreadable), 1u);
  EXPECT_EQ(heap.Lost(Loss::kClassUnknown), 1u);
  EXPECT_EQ(heap.losses.Total(), 4u);
}

TEST(RecordingContents, ABudgetOfNothingIsReportedAsSuch) {
  RecordingOptions options;
  options.pause_budget = std::chrono::nanoseconds(0);
  RecordedHeap heap(options);
  for (int i = 0; i < 10; ++i) heap.Register(1, 1);
  heap.Collect();
  EXPECT_EQ(heap.Lost(Loss::kPauseBudget), 10u);
  EXPECT_TRUE(heap.ContextOf(heap.plain_context)["content"].empty());
}

// 3,000 objects and a budget, by estimated cost (0.4 us an object), for at most some of them;
// pooled over recordings with different seeds the objects that were read must lie evenly over the
// order of allocation. A first-come inspection reads only the first ones.
TEST(RecordingContents, TheBudgetTakesARandomSubset) {
  uint64_t read = 0;
  uint64_t read_from_first_half = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    RecordingOptions options;
    options.seed = seed;
    options.pause_budget = std::chrono::microseconds(150);
    RecordedHeap heap(options);
    for (uint32_t i = 0; i < 3000; ++i) heap.Register(i < 1500 ? 1 : 2, 0);
    heap.Collect();
    const json content = heap.ContextOf(heap.plain_context)["content"];
    if (content.empty()) continue;  // scheduled away for the whole budget
    const json first = content[0]["group"];
    const auto events = first.size();
    ASSERT_EQ(events + heap.Lost(Loss::kPauseBudget), 3000u);
    read += events;
    uint64_t zero = 0;
    for (const auto& group : first) zero += group == 0 ? 1 : 0;
    read_from_first_half += zero;
  }
  // In order of allocation group 0 is the first half's content whenever one of its objects was read
  // (all but 2^-n of the time).
  ASSERT_GT(read, 500u);
  const double share = static_cast<double>(read_from_first_half) / static_cast<double>(read);
  EXPECT_NEAR(share, 0.5, 5 * 0.5 / std::sqrt(static_cast<double>(read)) + 0.02);
}

TEST(RecordingContents, ReservoirsAreBoundedAndDisplacementIsCounted) {
  RecordingOptions options;
  options.contents_per_context = 50;
  options.max_contents = 60;
  RecordedHeap heap(options);
  for (uint32_t i = 0; i < 200; ++i) {
    heap.Register(i, 0);
    heap.recording.Register(heap.AllocationOf(heap.NewObject(i, 0, 2), true));
  }
  heap.Collect();
  const size_t kept = heap.ContextOf(heap.plain_context)["content"][0]["group"].size() +
                      heap.ContextOf(heap.linked_context)["content"][0]["group"].size();
  EXPECT_LE(kept, 60u);
  EXPECT_GT(kept, 0u);
  EXPECT_EQ(heap.Lost(Loss::kContentReservoir), 400 - kept);
  EXPECT_EQ(heap.ContextOf(heap.plain_context)["content"][0]["inspected"], 200);
}

TEST(RecordingContents, RunningInspectionReadsWithoutACollection) {
  RecordedHeap heap;
  for (int i = 0; i < 300; ++i) heap.Register(1, 2);
  heap.recording.AppendBurst(heap.AllocationOf(heap.NewObject(1, 1)), RunStep::kShort);
  heap.recording.AppendBurst(heap.AllocationOf(heap.NewObject(1, 1)), RunStep::kShort);
  heap.recording.EndRun({heap.thread});
  EXPECT_EQ(heap.recording.InspectRunning(heap.epoch, std::chrono::hours(1), 1000).read, 0u)
      << "all too young";
  EXPECT_EQ(heap.recording.InspectRunning(heap.epoch, std::chrono::nanoseconds(0), 1000).read,
            302u);
  heap.recording.CloseEpochs(heap.epoch.Current());
  const json context = heap.ContextOf(heap.plain_context);
  EXPECT_EQ(context["content"][0]["inspected"], 300);
  EXPECT_EQ(context["runs"][0]["distances"], json({0, 1}));
  heap.Collect();
  EXPECT_EQ(heap.recording.CurrentCounts().inspected_stopped, 0u) << "nothing is read twice";
  EXPECT_EQ(heap.losses.Total(), 0u);
}

TEST(RecordingContents, BlankOnesAreEqualInAllEpochs) {
  RecordedHeap heap;
  for (int epoch = 0; epoch < 2; ++epoch) {
    for (const uint32_t reference : {0u, 8u}) {
      heap.recording.Register(heap.AllocationOf(heap.NewObject(reference, 0, 2), true));
    }
    heap.recording.AppendBurst(heap.AllocationOf(heap.NewObject(0, 0, 2), true), RunStep::kShort);
    heap.recording.EndRun({heap.thread});
    heap.Collect();
  }
  const json context = heap.ContextOf(heap.linked_context);
  EXPECT_EQ(context["content"][0]["group"], json({0, 1, 0, 2}));
  EXPECT_EQ(context["content"][0]["zeroGroups"], json::array({0}));
  for (const json& run : context["runs"]) EXPECT_EQ(run["group"], json::array({0}));
}

TEST(RecordingTable, EvictionCountsAndHandsBackHandles) {
  RecordingOptions options;
  options.max_objects = 10;
  RecordedHeap heap(options);
  std::set<heap::WeakHandle> given;
  for (uint64_t i = 1; i <= 50; ++i) {
    heap.RegisterWeak(i);
    given.insert(i);
  }
  EXPECT_EQ(heap.Lost(Loss::kTableFull), 40u);
  std::set<heap::WeakHandle> returned;
  for (const auto handle : heap.recording.TakeReleasedHandles())
    EXPECT_TRUE(returned.insert(handle).second);
  EXPECT_EQ(returned.size(), 40u);
  for (const auto handle : heap.recording.ReleaseAllHandles())
    EXPECT_TRUE(returned.insert(handle).second);
  EXPECT_EQ(returned, given) << "every handle comes back once";
}

TEST(RecordingAccesses, AreCountedByFieldAndEpoch) {
  RecordedHeap heap;
  const uint64_t object = heap.NewObject(1, 2);
  heap.recording.Register(heap.AllocationOf(object));
  Access access;
  access.stamp = heap.epoch.Current();
  access.address = object + 17;
  heap.recording.AddAccess(access);
  access.address = object + 8;
  heap.recording.AddAccess(access);
  access.address = object + 12;
  access.stamp += uint64_t{1} << 32;
  heap.recording.AddAccess(access);
  access.stamp = 0;
  heap.recording.AddAccess(access);
  const json accesses = heap.ContextOf(heap.plain_context)["accesses"];
  EXPECT_EQ(accesses["offsets"], json::array({json({16, 1})}));
  EXPECT_EQ(heap.Lost(Loss::kHeaderAccess), 1u);
  EXPECT_EQ(heap.Lost(Loss::kUnregisteredObject), 1u);
  EXPECT_EQ(heap.Lost(Loss::kStaleEpoch), 1u);
}

TEST(RecordingAccesses, AnUnregisteredObjectOfAKnownClassGuidesTheOffset) {
  RecordedHeap heap;
  const uint64_t stranger = heap.NewObject(1, 2);
  Access access;
  access.stamp = heap.epoch.Current();
  access.base = stranger;
  access.address = stranger + 16;
  access.has_header = true;
  std::memcpy(access.header.data(), reinterpret_cast<const void*>(stranger), access.header.size());
  heap.recording.AddAccess(access);
  const Registration registration = heap.Register(1, 2);
  ASSERT_TRUE(registration.watch.has_value());
  EXPECT_EQ(registration.watch->offset, 16u);
  EXPECT_EQ(registration.watch->origin, OffsetOrigin::kClass);
}

TEST(RecordingThreads, BeyondTheLimitAllAreOneThreadWithoutRuns) {
  RecordingOptions options;
  options.max_threads = 2;
  RecordedHeap heap(options);  // one thread exists
  const auto second = heap.recording.AddThread("second");
  const auto third = heap.recording.AddThread("third");
  EXPECT_NE(third, second);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(heap.recording.AddThread("more"), third);
  EXPECT_EQ(heap.Lost(Loss::kThreadOverflow), 1001u);
  heap.recording.SetThreadAllocatedBytes(second, 7);
  heap.recording.SetThreadAllocatedBytes(third, 7);
  Allocation allocation = heap.AllocationOf(heap.NewObject(1, 1));
  allocation.interval_drawn = 0;
  allocation.thread = third;
  heap.recording.AppendBurst(allocation, RunStep::kShort);
  const json profile = heap.recording.Profile({});
  ASSERT_EQ(profile["threads"].size(), 3u);
  EXPECT_EQ(profile["threads"][1]["allocatedBytes"], 7);
  EXPECT_TRUE(profile["threads"][2]["allocatedBytes"].is_null());
  EXPECT_EQ(profile["threads"][2]["bytes"], 24.0);
  EXPECT_EQ(profile["sources"]["allocation"]["bursts"], 0);
}

TEST(RecordingContexts, BeyondTheLimitAClassHasOneOverflowContext) {
  RecordingOptions options;
  options.max_contexts = 3;
  RecordedHeap heap(options);  // two contexts exist
  const RawFrame third[] = {{100, 0}};
  EXPECT_FALSE(heap.recording.FindContext(heap.plain, StackKey::Of(third)).has_value());
  const auto third_id = heap.AddContext(heap.plain, 50);
  const RawFrame other[] = {{101, 0}};
  const auto overflow = heap.recording.FindContext(heap.plain, StackKey::Of(other));
  ASSERT_TRUE(overflow.has_value());
  EXPECT_NE(*overflow, third_id);
  EXPECT_EQ(heap.recording.FindContext(heap.plain, StackKey::Of(third)), overflow);
  EXPECT_NE(heap.recording.FindContext(heap.linked, StackKey::Of(third)), overflow);
  EXPECT_EQ(heap.Lost(Loss::kContextOverflow), 3u);
}

}  // namespace
}  // namespace heaptwin::evidence
