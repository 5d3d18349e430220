// Exhaustive recordings over a fake heap: what was allocated is known, what is counted must be the
// same.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "evidence/exhaustive_agreement.h"
#include "tests/recording_fixture.h"

namespace heaptwin::evidence {
namespace {

using nlohmann::json;
using test::FakeHeap;
using test::RecordedHeap;

class ExhaustiveRecordingTest : public testing::Test {
 protected:
  static RecordingOptions Options() {
    RecordingOptions options;
    options.exhaustive = true;
    // None of it may matter.
    options.pause_budget = std::chrono::nanoseconds(0);
    return options;
  }

  ExhaustiveLog::Result Allocate(uint32_t first, uint32_t second = 0, bool is_linked = false) {
    const uint64_t address = heap_.NewObject(first, second, is_linked ? 2 : 1);
    return heap_.recording.AppendExhaustive(heap_.AllocationOf(address, is_linked));
  }
  void Collect(RecordedHeap& heap) {
    heap.Collect();
    heap.recording.CountExhaustive(heap.epoch.Current());
  }
  json Counts(RecordedHeap& heap, heap::ContextId context) {
    return heap.ContextOf(context)["exhaustive"];
  }
  json Plain() { return Counts(heap_, heap_.plain_context); }

  RecordedHeap heap_{Options()};
};

TEST_F(ExhaustiveRecordingTest, EveryObjectIsCountedOverAllEpochs) {
  for (int epoch = 0; epoch < 3; ++epoch) {
    for (uint32_t i = 0; i < 3000; ++i) EXPECT_EQ(Allocate(i % 7), ExhaustiveLog::Result::kKept);
    Collect(heap_);
  }
  const json counts = Plain();
  EXPECT_EQ(counts["scope"], "recording");
  EXPECT_EQ(counts["objects"], 9000);
  EXPECT_EQ(counts["bytes"], 9000 * 24);
  EXPECT_EQ(counts["grouped"], 9000);
  EXPECT_EQ(counts["distinct"], 7);
  // 3000 = 428 * 7 + 4: contents 0 to 3 once more in each epoch.
  EXPECT_EQ(counts["largestGroup"], 3 * 429);
  EXPECT_EQ(counts["zeroObjects"], 3 * 429);
  EXPECT_EQ(counts["lost"], json({{"dropped", 0}, {"unread", 0}, {"ungrouped", 0}}));
  const json allocation = heap_.recording.Profile({})["contexts"][0]["allocation"];
  EXPECT_EQ(allocation["bytes"],
            json({{"total", 216000.0}, {"variance", 0.0}, {"largestWeight", 24.0}}));
}

TEST_F(ExhaustiveRecordingTest, ReferencesCompareWithinTheirEpoch) {
  for (int epoch = 0; epoch < 2; ++epoch) {
    for (uint32_t i = 0; i < 100; ++i) Allocate(1 + i % 4, 0, true);
    Collect(heap_);
  }
  const json counts = Counts(heap_, heap_.linked_context);
  EXPECT_EQ(counts["scope"], "epoch");
  EXPECT_EQ(counts["distinct"], 8);
  EXPECT_EQ(counts["largestGroup"], 2 * 25);
  EXPECT_EQ(counts["curve"]["objects"][2], 2 * 96);
}

TEST_F(ExhaustiveRecordingTest, BlankObjectsCompareOverAllEpochs) {
  for (int epoch = 0; epoch < 2; ++epoch) {
    for (uint32_t i = 0; i < 100; ++i) Allocate(i % 4 == 0 ? 0 : i, 0, true);
    Collect(heap_);
  }
  const json counts = Counts(heap_, heap_.linked_context);
  EXPECT_EQ(counts["grouped"], 200);
  EXPECT_EQ(counts["distinct"], 2 * 75 + 1);
  EXPECT_EQ(counts["distinctBytes"], (2 * 75 + 1) * 24);
  EXPECT_EQ(counts["largestGroup"], 2 * 25) << "a sum over epochs";
  EXPECT_EQ(counts["curve"]["objects"][2], 49) << "the first of the second epoch is the 4th after";
}

TEST_F(ExhaustiveRecordingTest, ASiteSeesCopiesThatDifferentStacksMake) {
  const RawFrame frames[] = {{1, 3}, {9, 9}};
  const heap::ContextId other = heap_.recording.AddContext(heap_.plain, StackKey::Of(frames),
                                                           {"a.b.C.m1", "a.b.C.caller"}, false);
  for (uint32_t i = 0; i < 200; ++i) {
    Allocation allocation = heap_.AllocationOf(heap_.NewObject(i / 2, 7));
    if (i % 2 == 1) allocation.context = other;
    heap_.recording.AppendExhaustive(allocation);
  }
  Allocate(1, 0, true);
  Collect(heap_);
  EXPECT_EQ(Plain()["distinct"], 100);
  EXPECT_EQ(Counts(heap_, other)["distinct"], 100);
  const json profile = heap_.recording.Profile({});
  ASSERT_EQ(profile["sites"].size(), 2u);
  const json& site = profile["sites"][0];
  EXPECT_EQ(profile["frames"][site["frame"].get<size_t>()], "a.b.C.m1");
  EXPECT_EQ(profile["classes"][site["class"].get<size_t>()]["name"], "a.b.Plain");
  EXPECT_EQ(site["exhaustive"]["objects"], 200);
  EXPECT_EQ(site["exhaustive"]["distinct"], 100);
  EXPECT_EQ(site["exhaustive"]["curve"]["objects"][0], 100);
  EXPECT_EQ(profile["sites"][1]["exhaustive"]["objects"], 1);
}

TEST_F(ExhaustiveRecordingTest, AnInspectedEpochTakesNoMoreObjects) {
  const Allocation late = heap_.AllocationOf(heap_.NewObject(1, 1));
  Collect(heap_);
  EXPECT_EQ(heap_.recording.AppendExhaustive(late), ExhaustiveLog::Result::kStale);
  EXPECT_EQ(Plain()["objects"], 0);
}

// A collection may end the epoch that the evaluation asked for before it comes to the log.
TEST_F(ExhaustiveRecordingTest, AnEpochThatBeganAfterTheCurrentOneStaysOpen) {
  const uint64_t current = heap_.epoch.Current();
  heap_.Collect();
  Allocate(1);
  heap_.recording.CountExhaustive(current);
  EXPECT_EQ(Plain()["objects"], 0);
  Collect(heap_);
  EXPECT_EQ(Plain()["grouped"], 1);
}

TEST_F(ExhaustiveRecordingTest, AnObjectWithoutAnAddressCountsAndIsUnknown) {
  Allocate(1);
  Allocation unsettled = heap_.AllocationOf(heap_.NewObject(1, 0));
  unsettled.address = 0;
  heap_.recording.AppendExhaustive(unsettled);
  Allocate(1);
  Collect(heap_);
  const json counts = Plain();
  EXPECT_EQ(counts["objects"], 3);
  EXPECT_EQ(counts["lost"]["unread"], 1);
  EXPECT_EQ(counts["curve"]["objects"], json({0, 1}));
}

TEST_F(ExhaustiveRecordingTest, ASilentCollectionLosesContentsAndSaysSo) {
  Allocate(1);
  heap_.epoch.BeginCollection();
  heap_.epoch.EndCollection();
  heap_.recording.CountExhaustive(heap_.epoch.Current());
  EXPECT_EQ(Plain()["objects"], 1);
  EXPECT_EQ(Plain()["grouped"], 0);
  EXPECT_EQ(heap_.Lost(base::Loss::kEpochClosedUnread), 1u);
}

TEST_F(ExhaustiveRecordingTest, ObjectsOfAClassWithoutALayoutWaitForIt) {
  const heap::ClassId late = heap_.recording.AddClass("a.b.Late");
  const RawFrame frames[] = {{9, 1}};
  const heap::ContextId context =
      heap_.recording.AddContext(late, StackKey::Of(frames), {"a.b.C.late"}, false);
  std::vector<uint64_t> addresses;
  for (uint32_t i = 0; i < 10; ++i) {
    Allocation allocation = heap_.AllocationOf(heap_.NewObject(i % 2, 5, 7));
    allocation.context = context;
    allocation.class_id = late;
    addresses.push_back(allocation.address);
    heap_.recording.AppendExhaustive(allocation);
  }
  heap_.Collect();
  // The objects are gone before their layout is known.
  for (const uint64_t address : addresses) FakeHeap::Write(address, 12, 0x77777777);
  heap_.recording.SetLayout(late, test::TwoIntLayout(late, 7));
  heap_.recording.CountExhaustive(heap_.epoch.Current());
  const json counts = Counts(heap_, context);
  EXPECT_EQ(counts["grouped"], 10);
  EXPECT_EQ(counts["distinct"], 2);
  EXPECT_EQ(counts["largestGroup"], 5);
}

TEST_F(ExhaustiveRecordingTest, AnOpaqueClassIsLost) {
  const heap::ClassId opaque = heap_.recording.AddClass("a.b.Opaque");
  const RawFrame frames[] = {{9, 1}};
  const heap::ContextId context =
      heap_.recording.AddContext(opaque, StackKey::Of(frames), {"a.b.C.opaque"}, false);
  Allocation allocation = heap_.AllocationOf(heap_.NewObject(1, 5, 7));
  allocation.context = context;
  heap_.recording.AppendExhaustive(allocation);
  Collect(heap_);
  EXPECT_EQ(Counts(heap_, context)["lost"]["unread"], 1);
  EXPECT_EQ(heap_.Lost(base::Loss::kClassUnknown), 1u);
}

TEST_F(ExhaustiveRecordingTest, WhatDoesNotFitIsCounted) {
  RecordingOptions options = Options();
  options.max_exhaustive_objects = 2 * ExhaustiveChunk::kObjects;
  RecordedHeap heap(options);
  const Allocation allocation = heap.AllocationOf(heap.NewObject(1, 1));
  for (size_t i = 0; i < 3 * ExhaustiveChunk::kObjects; ++i) {
    heap.recording.AppendExhaustive(allocation);
  }
  Collect(heap);
  const json counts = Counts(heap, heap.plain_context);
  EXPECT_EQ(counts["objects"], 3 * ExhaustiveChunk::kObjects);
  EXPECT_EQ(counts["grouped"], 2 * ExhaustiveChunk::kObjects);
  EXPECT_EQ(counts["lost"]["dropped"], ExhaustiveChunk::kObjects);
  EXPECT_EQ(heap.Lost(base::Loss::kExhaustiveTableFull), ExhaustiveChunk::kObjects);
  const json thread = heap.recording.Profile({})["threads"][0];
  EXPECT_EQ(thread["bytes"], 3.0 * ExhaustiveChunk::kObjects * 24);
  // The evaluated objects gave their room back.
  const Allocation next = heap.AllocationOf(heap.NewObject(1, 1));
  EXPECT_EQ(heap.recording.AppendExhaustive(next), ExhaustiveLog::Result::kKept);
}

TEST_F(ExhaustiveRecordingTest, WithoutACollectionTheEndReadsTwice) {
  for (uint32_t i = 0; i < 50; ++i) Allocate(i % 5);
  heap_.recording.ReadExhaustiveRunning(heap_.epoch);
  heap_.recording.CountExhaustive(0);
  EXPECT_EQ(Plain()["grouped"], 50);
  EXPECT_EQ(Plain()["distinct"], 5);
}

TEST_F(ExhaustiveRecordingTest, AgreementIsThatOfFieldsOfDifferentObjects) {
  // The first field differs in every pair, the second never.
  for (uint32_t i = 0; i < 100; ++i) Allocate(i, 5);
  Collect(heap_);
  const json agreement = Plain()["agreement"];
  EXPECT_EQ(agreement["different"], 8);
  EXPECT_EQ(agreement["identical"], 0);
  EXPECT_DOUBLE_EQ(agreement["sum"].get<double>(), 4.0);
}

TEST_F(ExhaustiveRecordingTest, ThreadsAppendWhileEpochsEnd) {
  constexpr int kThreads = 4;
  constexpr uint32_t kObjects = 20'000;
  std::vector<heap::ThreadIndex> indices;
  for (int i = 0; i < kThreads; ++i) indices.push_back(heap_.recording.AddThread("t"));
  const uint64_t address = heap_.NewObject(1, 1);
  std::atomic<int> running{kThreads};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      for (uint32_t n = 0; n < kObjects;) {
        Allocation allocation = heap_.AllocationOf(address);
        if (allocation.stamp == 0) continue;  // a collection runs
        allocation.thread = indices[i];
        n += heap_.recording.AppendExhaustive(allocation) == ExhaustiveLog::Result::kKept ? 1 : 0;
      }
      running.fetch_sub(1);
    });
  }
  while (running.load() > 0) Collect(heap_);
  for (auto& thread : threads) thread.join();
  Collect(heap_);
  EXPECT_EQ(Plain()["objects"], kThreads * kObjects);
  EXPECT_EQ(Plain()["grouped"], kThreads * kObjects);
  EXPECT_EQ(Plain()["largestGroup"], kThreads * kObjects);
  EXPECT_EQ(Plain()["curve"]["objects"][0], kThreads * (kObjects - 1));
}

TEST(AgreementTest, ArraysAgreeByElement) {
  FakeHeap heap;
  const auto layout = heap::ObjectLayout::ForArrays(heap::HeaderFormat{}, heap::ClassId{1}, 5,
                                                    heap::ElementKind::kByte);
  const uint64_t one = heap.AllocateBytes(10, 5);
  const uint64_t other = heap.AllocateBytes(10, 5);
  FakeHeap::Write(one, layout->array_base(), uint8_t{1});
  FakeHeap::Write(one, layout->array_base() + 9, uint8_t{1});
  EXPECT_DOUBLE_EQ(Agreement(*layout, reinterpret_cast<const uint8_t*>(one),
                             reinterpret_cast<const uint8_t*>(other)),
                   0.8);
}

}  // namespace
}  // namespace heaptwin::evidence
