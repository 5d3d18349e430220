#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "evidence/recording.h"
#include "tests/recording_fixture.h"

namespace heaptwin::evidence {
namespace {

using nlohmann::json;
using test::RecordedHeap;

TEST(RecordingSurvival, OfTooManySurvivorsARandomChoiceIsRelocated) {
  std::map<uint64_t, int> chosen;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    RecordingOptions options;
    options.seed = seed;
    RecordedHeap heap(options);
    for (uint64_t i = 1; i <= 10; ++i) heap.RegisterWeak(i);
    heap.Collect();
    for (const TrackedObject& object : heap.recording.ObjectsToCheck(100))
      heap.recording.ReportLiveness(object.object, true);
    for (const TrackedObject& object : heap.recording.ObjectsToRelocate(4)) ++chosen[object.weak];
    EXPECT_TRUE(heap.recording.ObjectsToRelocate(100).empty()) << "not later";
    EXPECT_EQ(heap.losses.Get(base::Loss::kNotRelocated), 6u);
  }
  // Each 160 times of 400, standard error 9.8; five of them, error rate 6e-6 for all ten.
  for (uint64_t i = 1; i <= 10; ++i) EXPECT_NEAR(chosen[i], 160, 49) << i;
}

TEST(RecordingSurvival, FirstCollectionIsCompleteAndLaterChecksGrowRare) {
  RecordedHeap heap;
  for (uint64_t i = 1; i <= 10; ++i) heap.RegisterWeak(i);
  EXPECT_TRUE(heap.recording.ObjectsToCheck(100).empty()) << "no collection yet";
  std::vector<int> checks;
  for (int collection = 1; collection <= 8; ++collection) {
    heap.Collect();
    const auto due = heap.recording.ObjectsToCheck(100);
    checks.push_back(static_cast<int>(due.size()));
    for (const TrackedObject& object : due)
      heap.recording.ReportLiveness(object.object, object.weak > 7);
    const auto relocate = heap.recording.ObjectsToRelocate(100);
    EXPECT_EQ(relocate.size(), collection == 1 ? 3u : 0u) << "once per survivor";
  }
  EXPECT_EQ(checks, (std::vector<int>{10, 3, 0, 3, 0, 0, 0, 3}));
  const json survival = heap.ContextOf(heap.plain_context)["survival"];
  EXPECT_EQ(survival, json({{"met", 10}, {"survived", 3}, {"died", 7}}));
  EXPECT_EQ(heap.recording.TakeReleasedHandles().size(), 7u);
}

TEST(RecordingSurvival, ASurvivorThatIsCheckedLateIsNotRelocated) {
  for (int collections = 1; collections <= 4; ++collections) {
    RecordedHeap heap;
    heap.RegisterWeak(1);
    for (int i = 0; i < collections; ++i) heap.Collect();
    for (const TrackedObject& object : heap.recording.ObjectsToCheck(100))
      heap.recording.ReportLiveness(object.object, true);
    const bool early = collections <= 2;
    EXPECT_EQ(heap.recording.ObjectsToRelocate(100).size(), early ? 1u : 0u) << collections;
    EXPECT_EQ(heap.Lost(base::Loss::kNotRelocated), early ? 0u : 1u) << collections;
  }
}

}  // namespace
}  // namespace heaptwin::evidence
