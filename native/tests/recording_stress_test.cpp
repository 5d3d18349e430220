// Everything at once; meant for ThreadSanitizer, but the accounts must balance in every build.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>
#include <thread>

#include "evidence/recording.h"
#include "tests/recording_fixture.h"

namespace heaptwin::evidence {
namespace {

using test::RecordedHeap;

constexpr int kThreads = 3;
constexpr uint64_t kObjectsPerThread = 4000;

TEST(RecordingStress, RegistrationCollectionsAndDrainTogetherLoseNothingUncounted) {
  RecordingOptions options;
  options.max_objects = 1500;
  RecordedHeap heap(options);
  // Objects are made beforehand and never changed: the fake heap does not move them.
  std::vector<uint64_t> objects;
  for (uint32_t i = 0; i < 64; ++i) objects.push_back(heap.NewObject(i % 7, i % 7));
  std::atomic<int> running{kThreads};
  std::atomic<uint64_t> next_weak{1};

  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      const heap::ThreadIndex thread = heap.recording.AddThread("worker " + std::to_string(t));
      for (uint64_t i = 0; i < kObjectsPerThread; ++i) {
        Allocation allocation =
            heap.AllocationOf(objects[(i * 31 + static_cast<uint64_t>(t)) % objects.size()]);
        allocation.thread = thread;
        if (i % 50 < 20) {
          allocation.interval_drawn = 0;
          heap.recording.AppendBurst(allocation, RunStep::kShort);
          if (i % 50 == 19) heap.recording.EndRun({thread});
        } else {
          allocation.weak = next_weak.fetch_add(1);
          if (allocation.stamp == 0) heap.losses.Add(base::Loss::kAddressUnsettled);
          const auto registration = heap.recording.Register(allocation);
          if (registration.watch && i % 3 == 0)
            heap.recording.WatchNotArmed(registration.watch->object);
        }
      }
      --running;
    });
  }
  std::thread collector([&] {
    while (running > 0) {
      heap.epoch.BeginCollection();
      heap.recording.CollectionStarting(heap.epoch.StampBeforeThisCollection());
      heap.epoch.EndCollection();
      heap.recording.CollectionFinished();
      std::this_thread::yield();
    }
  });
  std::vector<heap::WeakHandle> handles;
  const auto take = [&](const std::vector<heap::WeakHandle>& released) {
    handles.insert(handles.end(), released.begin(), released.end());
  };
  uint64_t rounds = 0;
  while (running > 0) {
    heap.recording.InspectRunning(heap.epoch, std::chrono::nanoseconds(0), 100);
    heap.recording.CloseEpochs(heap.epoch.Current());
    for (const TrackedObject& object : heap.recording.ObjectsToCheck(200)) {
      heap.recording.ReportLiveness(object.object, object.weak % 4 == 0);
    }
    for (const TrackedObject& object : heap.recording.ObjectsToRelocate(200)) {
      heap.recording.Relocated(object.object, objects[0], heap.epoch.Current());
    }
    take(heap.recording.TakeReleasedHandles());
    if (++rounds % 20 == 0) heap.recording.Profile({});
  }
  for (std::thread& thread : threads) thread.join();
  collector.join();
  heap.recording.FinishEvidence();
  take(heap.recording.ReleaseAllHandles());

  std::sort(handles.begin(), handles.end());
  EXPECT_EQ(std::adjacent_find(handles.begin(), handles.end()), handles.end())
      << "a handle was given back twice";
  EXPECT_EQ(handles.size(), next_weak - 1) << "a handle was kept";
  const auto context = heap.ContextOf(heap.plain_context);
  const uint64_t registered = heap.recording.CurrentCounts().registered;
  EXPECT_EQ(registered, uint64_t{kThreads} * kObjectsPerThread * 30 / 50);
  EXPECT_EQ(context["allocation"]["samples"], registered);
  EXPECT_EQ(context["allocation"]["burstSamples"],
            uint64_t{kThreads} * kObjectsPerThread * 20 / 50);
  // Every registered object was read, or its loss has a name. (An evicted one may have been read
  // before.)
  const uint64_t inspected =
      context["content"].empty() ? 0 : context["content"][0]["inspected"].get<uint64_t>();
  const uint64_t unread =
      heap.Lost(base::Loss::kEpochClosedUnread) + heap.Lost(base::Loss::kAddressUnsettled) +
      heap.Lost(base::Loss::kPauseBudget) + heap.Lost(base::Loss::kContentChanged);
  EXPECT_LE(inspected + unread, registered);
  EXPECT_GE(inspected + unread + heap.Lost(base::Loss::kTableFull), registered);
}

}  // namespace
}  // namespace heaptwin::evidence
