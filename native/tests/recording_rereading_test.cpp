#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "evidence/recording.h"
#include "tests/recording_fixture.h"

namespace heaptwin::evidence {
namespace {

using nlohmann::json;
using test::FakeHeap;
using test::RecordedHeap;

// Survivors of a recorded heap, which moves nothing.
class Survivors {
 public:
  explicit Survivors(RecordedHeap& heap) : heap_(heap) {}

  uint64_t Register(uint32_t value, bool linked = false) {
    const uint64_t address = heap_.NewObject(value, value, linked ? 2 : 1);
    Allocation allocation = heap_.AllocationOf(address, linked);
    allocation.weak = address;
    heap_.recording.Register(allocation);
    return address;
  }
  // The first of two equal objects.
  uint64_t RegisterTwins(uint32_t value) {
    const uint64_t first = Register(value);
    Register(value);
    return first;
  }
  // A collection that all survive.
  void Collect() {
    heap_.Collect();
    for (const TrackedObject& object : heap_.recording.ObjectsToCheck(1000)) {
      heap_.recording.ReportLiveness(object.object, true);
    }
    for (const TrackedObject& object : heap_.recording.ObjectsToRelocate(1000)) {
      heap_.recording.Relocated(object.object, object.weak, heap_.epoch.Current());
    }
  }
  json Context(bool linked = false) const {
    const heap::ContextId id = linked ? heap_.linked_context : heap_.plain_context;
    return heap_.ContextOf(id);
  }

 private:
  RecordedHeap& heap_;
};

TEST(RecordingRereading, WhatIsFilledAfterItsFirstCollectionIsNoReplica) {
  RecordedHeap heap;
  Survivors survivors(heap);
  std::vector<uint64_t> rows;
  for (int i = 0; i < 5; ++i) rows.push_back(survivors.Register(0));
  survivors.Collect();
  EXPECT_EQ(survivors.Context()["content"][0]["group"], json({0, 0, 0, 0, 0}));
  EXPECT_TRUE(survivors.Context()["rereading"].is_null());

  for (uint32_t i = 1; i < 5; ++i) FakeHeap::Write(rows[i], 12, i);
  heap.Collect();
  const json context = survivors.Context();
  EXPECT_EQ(context["content"][0]["group"], json({0, 1, 2, 3, 4}));
  EXPECT_EQ(context["content"][0]["zeroGroups"], json::array({0}));
  EXPECT_EQ(context["content"][0]["inspected"], 5);
  EXPECT_EQ(context["rereading"], (json{{"objects", 5}, {"changed", 4}}));
}

TEST(RecordingRereading, TheEndOfARecordingStandsForTheNextCollection) {
  RecordedHeap heap;
  Survivors survivors(heap);
  const uint64_t first = survivors.RegisterTwins(7);
  survivors.Collect();
  FakeHeap::Write(first, 12, 8);
  heap.recording.RereadSurvivors(heap.epoch);
  heap.recording.RereadSurvivors(heap.epoch);
  const json context = survivors.Context();
  EXPECT_EQ(context["content"][0]["group"], json({0, 1}));
  EXPECT_EQ(context["rereading"], (json{{"objects", 2}, {"changed", 1}}));
}

TEST(RecordingRereading, ASecondReadingIsTheLast) {
  RecordedHeap heap;
  Survivors survivors(heap);
  const uint64_t first = survivors.RegisterTwins(7);
  survivors.Collect();
  survivors.Collect();
  FakeHeap::Write(first, 12, 8);
  survivors.Collect();
  const json context = survivors.Context();
  EXPECT_EQ(context["content"][0]["group"], json({0, 0}));
  EXPECT_EQ(context["rereading"], (json{{"objects", 2}, {"changed", 0}}));
}

TEST(RecordingRereading, ReferencesAreComparedOnlyWithBlank) {
  RecordedHeap heap;
  Survivors survivors(heap);
  const uint64_t blank = survivors.Register(0, true);
  survivors.Register(0, true);
  const uint64_t filled = survivors.Register(9, true);
  survivors.Collect();
  FakeHeap::Write(blank, 12, 5);
  FakeHeap::Write(filled, 12, 5);  // what a collection does to every reference
  heap.Collect();
  const json context = survivors.Context(true);
  const json content = context["content"][0];
  EXPECT_EQ(context["rereading"], (json{{"objects", 2}, {"changed", 1}}));
  EXPECT_EQ(content["group"], json({0, 1, 2}));
  EXPECT_NE(content["epoch"][0], content["epoch"][1]);
  EXPECT_EQ(content["epoch"][1], content["epoch"][2]);
}

TEST(RecordingRereading, AnAddressOfAnotherEpochIsNotReadAgain) {
  RecordedHeap heap;
  Survivors survivors(heap);
  survivors.Register(7);
  survivors.Collect();
  heap.recording.CloseEpochs(heap.epoch.Current() + 1);  // a silent collection moved it
  heap.Collect();
  EXPECT_TRUE(survivors.Context()["rereading"].is_null());
}

}  // namespace
}  // namespace heaptwin::evidence
