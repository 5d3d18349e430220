// Bursts of a recording over a fake heap, and the runs that they become.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "evidence/recording.h"
#include "tests/recording_fixture.h"

namespace heaptwin::evidence {
namespace {

using base::Loss;
using nlohmann::json;
using test::RecordedHeap;

TEST(RecordingBursts, BecomeRunsAndCountWithWeightOne) {
  RecordedHeap heap;
  for (const uint32_t value : {1u, 1u, 2u, 1u}) {
    Allocation allocation = heap.AllocationOf(heap.NewObject(value, 0));
    allocation.interval_drawn = 0;
    heap.recording.AppendBurst(allocation, RunStep::kShort);
  }
  heap.recording.EndRun({heap.thread});
  heap.Collect();
  const json context = heap.ContextOf(heap.plain_context);
  EXPECT_EQ(context["runs"][0]["distances"], json({0, 1, 0, 2}));
  EXPECT_EQ(context["runs"][0]["size"], 24);
  EXPECT_TRUE(context["runs"][0]["sizes"].is_null());
  EXPECT_EQ(context["runsStarted"], 1);
  EXPECT_EQ(context["allocation"]["burstSamples"], 4);
  EXPECT_EQ(context["allocation"]["samples"], 0);
  EXPECT_EQ(context["allocation"]["bytes"]["total"], 96.0);
  EXPECT_TRUE(context["content"].empty()) << "neighbours are not independent draws";
}

Allocation InARun(RecordedHeap& heap, uint32_t value) {
  return heap.AllocationOf(heap.NewObject(value, 0));
}

TEST(RecordingRuns, CountInNoTotalAndByTheirLength) {
  RecordedHeap heap;
  const RunPlace place = {heap.thread, RunPlace::kChosenContext};
  for (uint32_t i = 0; i < 100; ++i) {
    EXPECT_TRUE(heap.recording.AppendToRun(InARun(heap, i % 40), place, RunStep::kLong));
  }
  heap.recording.EndRun(place);
  heap.Collect();
  const json context = heap.ContextOf(heap.plain_context);
  ASSERT_EQ(context["runs"].size(), 1u);
  EXPECT_EQ(context["runs"][0]["step"], 2);
  EXPECT_EQ(context["runs"][0]["distances"].size(), 100u);
  EXPECT_EQ(context["runs"][0]["distances"][40], 40);
  EXPECT_EQ(context["runLengths"],
            json::parse(R"([{"from": 64, "started": 1, "cut": 0, "dropped": 0}])"));
  EXPECT_EQ(context["allocation"]["burstSamples"], 0);
  EXPECT_EQ(context["allocation"]["bytes"]["total"], 0.0);
  const json source = heap.recording.Profile({})["sources"]["allocation"];
  EXPECT_EQ(source["runs"], 1);
  EXPECT_EQ(source["runObjects"], 100);
  EXPECT_EQ(source["bursts"], 0);
}

TEST(RecordingRuns, ARunThatNobodyReadIsDroppedInItsLength) {
  RecordedHeap heap;
  for (int i = 0; i < 5; ++i) heap.recording.AppendBurst(InARun(heap, 1), RunStep::kShort);
  heap.recording.EndRun({heap.thread});
  // An epoch that closes without an inspection.
  heap.epoch.BeginCollection();
  heap.epoch.EndCollection();
  heap.recording.CloseEpochs(heap.epoch.Current());
  EXPECT_EQ(heap.ContextOf(heap.plain_context)["runLengths"],
            json::parse(R"([{"from": 4, "started": 1, "cut": 0, "dropped": 1}])"));
}

TEST(RecordingRuns, ACollectionCutsARunAndSaysSo) {
  RecordedHeap heap;
  const RunPlace place = {heap.thread, RunPlace::kChosenContext};
  for (int i = 0; i < 8; ++i) {
    EXPECT_TRUE(heap.recording.AppendToRun(InARun(heap, 1), place, RunStep::kLong));
  }
  heap.Collect();
  EXPECT_FALSE(heap.recording.AppendToRun(InARun(heap, 1), place, RunStep::kLong));
  heap.recording.EndRun(place);
  EXPECT_TRUE(heap.recording.AppendToRun(InARun(heap, 1), place, RunStep::kLong));
}

// A run of three different objects, and the collection that reads them.
void TakeRunOfThree(RecordedHeap& heap, RunStep step) {
  const RunPlace place = {heap.thread, RunPlace::kChosenContext};
  for (uint32_t i = 0; i < 3; ++i) heap.recording.AppendToRun(InARun(heap, i), place, step);
  heap.recording.EndRun(place);
  heap.Collect();
}

TEST(RecordingRuns, RunsOfOneBurstSayWhereTheyLie) {
  RecordedHeap heap;
  const heap::ContextId other = heap.AddContext(heap.plain, 3);
  for (int burst = 0; burst < 2; ++burst) {
    for (const bool is_other : {false, true, false}) {
      Allocation allocation = heap.AllocationOf(heap.NewObject(is_other ? 7 : 8, 0));
      if (is_other) allocation.context = other;
      heap.recording.AppendBurst(allocation, RunStep::kShort);
    }
    heap.recording.EndRun({heap.thread});
  }
  heap.Collect();
  const json plain = heap.ContextOf(heap.plain_context);
  const json others = heap.ContextOf(other);
  std::set<uint64_t> bursts;
  for (const json& run : plain["runs"]) {
    EXPECT_EQ(run["positions"], json({0, 2}));
    EXPECT_EQ(run["scope"], "thread");
    bursts.insert(run["burst"].get<uint64_t>());
  }
  EXPECT_EQ(bursts.size(), 2u);
  for (const json& run : others["runs"]) {
    EXPECT_EQ(run["positions"], json::array({1}));
    EXPECT_TRUE(bursts.contains(run["burst"].get<uint64_t>()));
  }
  EXPECT_EQ(plain["runContents"].size(), 1u);
  EXPECT_NE(plain["runContents"], others["runContents"]);
  EXPECT_EQ(plain["runSteps"],
            json::array(
                {{{"step", 0}, {"started", 2}, {"dropped", 0}, {"bytes", 96}, {"readBytes", 96}}}));
}

TEST(RecordingRuns, ManyShortRunsDoNotDisplaceTheLongOnes) {
  RecordingOptions options;
  options.runs_per_context = {4, 4, 4};
  RecordedHeap heap(options);
  for (int run = 0; run < 60; ++run) {
    TakeRunOfThree(heap, run == 30 ? RunStep::kLong : RunStep::kShort);
  }
  const json runs = heap.ContextOf(heap.plain_context)["runs"];
  ASSERT_EQ(runs.size(), 5u);
  EXPECT_EQ(runs[4]["step"], 2);
  EXPECT_EQ(heap.Lost(Loss::kRunReservoir), 55u);
}

TEST(RecordingRuns, TheBoundOfTheShortOnesIsNotThatOfTheLongOnes) {
  RecordingOptions options;
  options.max_run_objects = {60, 60, 60};
  RecordedHeap heap(options);
  for (int run = 0; run < 120; ++run) {
    TakeRunOfThree(heap, run % 10 == 0 ? RunStep::kLong : RunStep::kShort);
  }
  int kept_long = 0;
  int kept_short = 0;
  const json context = heap.ContextOf(heap.plain_context);
  for (const json& run : context["runs"]) {
    ++(run["step"] == 2 ? kept_long : kept_short);
  }
  EXPECT_EQ(kept_long, 12);
  EXPECT_LE(kept_short, 20);
  EXPECT_GE(kept_short, 1);
}

}  // namespace
}  // namespace heaptwin::evidence
