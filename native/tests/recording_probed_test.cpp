// Objects that probes register.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/recording_fixture.h"

namespace heaptwin::test {
namespace {

using evidence::Allocation;
using nlohmann::json;

class RecordingProbed : public ::testing::Test {
 protected:
  evidence::Registration Probe(uint64_t address, double period) {
    Allocation allocation = heap_.AllocationOf(address);
    allocation.interval_drawn = 0;
    allocation.probe_period = period;
    return heap_.recording.RegisterProbed(allocation);
  }
  json Context(size_t number) {
    heap_.recording.FinishEvidence();
    return heap_.recording.Profile({})["contexts"][number];
  }

  RecordedHeap heap_;
};

TEST_F(RecordingProbed, CountInNoTotalAndNotInTheContentSample) {
  heap_.Register(1, 1);
  Probe(heap_.NewObject(2, 2), 50);
  Probe(heap_.NewObject(2, 2), 60);
  heap_.Collect();
  const json context = Context(0);
  EXPECT_EQ(context["allocation"]["samples"], 1);
  EXPECT_EQ(context["content"][0]["group"], json::array({0}));
  EXPECT_EQ(context["probed"]["registered"], 2);
  EXPECT_EQ(context["probed"]["content"][0]["group"], json({0, 0}));
  EXPECT_EQ(context["probed"]["content"][0]["period"], json({50.0, 60.0}));
  EXPECT_EQ(heap_.recording.CurrentCounts().registered, 1);
  EXPECT_EQ(heap_.recording.CurrentCounts().probed, 2);
}

TEST_F(RecordingProbed, AContextWithoutProbesSaysSo) {
  heap_.Register(1, 1);
  EXPECT_TRUE(Context(0)["probed"].is_null());
}

TEST_F(RecordingProbed, AnObjectThatWasSampledIsNotRegisteredAgain) {
  const uint64_t address = heap_.NewObject(1, 1);
  heap_.recording.Register(heap_.AllocationOf(address));
  EXPECT_EQ(Probe(address, 10).object, heap::ObjectId::kNone);
  EXPECT_EQ(heap_.recording.CurrentCounts().probed, 0);
  // Where it lay another object may lie in the next epoch.
  heap_.Collect();
  EXPECT_NE(Probe(address, 10).object, heap::ObjectId::kNone);
}

TEST_F(RecordingProbed, AreComparedWithSampledSiblings) {
  const auto sampled = heap_.Register(7, 7);
  const auto probed = Probe(heap_.NewObject(7, 7), 10);
  ASSERT_TRUE(sampled.watch);
  evidence::Trap trap;
  trap.object = sampled.object;
  trap.offset = 12;
  trap.length = 4;
  trap.value = 7;
  trap.stamp = heap_.epoch.Current();
  heap_.recording.AddTrap(trap);
  trap.object = probed.object;
  heap_.recording.AddTrap(trap);
  heap_.Collect();
  EXPECT_EQ(Context(0)["comparisons"]["identical"]["match"], 1);
}

TEST_F(RecordingProbed, SummariesTellWhatIsThere) {
  heap_.Register(1, 1);
  Probe(heap_.NewObject(2, 2), 5);
  Probe(heap_.NewObject(2, 2), 5);
  Probe(heap_.NewObject(3, 3), 5);
  heap_.Collect();
  const auto summaries = heap_.recording.ContextSummaries();
  ASSERT_EQ(summaries.size(), 2);
  EXPECT_EQ(summaries[0].allocation.samples, 1);
  EXPECT_EQ(summaries[0].probed, 3);
  const auto replicas = heap_.recording.Replicas(heap_.plain_context);
  EXPECT_EQ(replicas.contents, 4);
  EXPECT_EQ(replicas.repeated, 1);
}

TEST_F(RecordingProbed, StacksThatSayTheSameAreOneContext) {
  const evidence::RawFrame other_instruction[] = {{1, 99}};
  const auto key = evidence::StackKey::Of(other_instruction);
  EXPECT_FALSE(heap_.recording.FindContext(heap_.plain, key));
  EXPECT_EQ(heap_.recording.AddContext(heap_.plain, key, {"a.b.C.m1"}, false), heap_.plain_context);
  EXPECT_EQ(heap_.recording.FindContext(heap_.plain, key), heap_.plain_context);
  // Of another class, or deeper than recorded, it is another one.
  EXPECT_NE(heap_.recording.AddContext(heap_.linked, key, {"a.b.C.m1"}, false),
            heap_.plain_context);
  const evidence::RawFrame third[] = {{1, 100}};
  EXPECT_NE(
      heap_.recording.AddContext(heap_.plain, evidence::StackKey::Of(third), {"a.b.C.m1"}, true),
      heap_.plain_context);
}

}  // namespace
}  // namespace heaptwin::test
