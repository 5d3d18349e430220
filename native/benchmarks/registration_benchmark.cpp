#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdint>
#include <vector>

#include "tests/recording_fixture.h"

namespace heaptwin {
namespace {

constexpr int kObjects = 16384;       // as many as a recording holds by default
constexpr int kBetweenRounds = 1024;  // registrations between two rounds of the drain thread

// What the drain thread does for the recording, so that what waits for it does not pile up.
void Drain(test::RecordedHeap& heap) {
  heap.recording.InspectRunning(heap.epoch, std::chrono::nanoseconds(0), kBetweenRounds);
  heap.recording.TakeReleasedHandles();
}

// Of objects with a weak handle into a table that is full, as in the long run of a recording: each
// one evicts another. The JVM's part (class, stack, address, handle) is not in it.
void Registration(benchmark::State& state) {
  test::RecordedHeap heap;
  std::vector<evidence::Allocation> allocations;
  for (uint32_t i = 0; i < kObjects; ++i) {
    allocations.push_back(heap.AllocationOf(heap.NewObject(i, i)));
    allocations.back().weak = i + 1;
  }
  for (const auto& allocation : allocations) heap.recording.Register(allocation);
  Drain(heap);
  size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(heap.recording.Register(allocations[next % kObjects]));
    if (++next % kBetweenRounds == 0) {
      state.PauseTiming();
      Drain(heap);
      state.ResumeTiming();
    }
  }
}
BENCHMARK(Registration);

// Of an object of a burst: no handle, no table.
void BurstObject(benchmark::State& state) {
  test::RecordedHeap heap;
  evidence::Allocation allocation = heap.AllocationOf(heap.NewObject(1, 2));
  allocation.interval_drawn = 0;
  size_t next = 0;
  for (auto _ : state) {
    heap.recording.AppendBurst(allocation, evidence::RunStep::kShort);
    if (++next % kBetweenRounds == 0) {
      state.PauseTiming();
      heap.recording.EndRuns(heap.thread);
      // Objects of bursts are held until their epoch ends.
      heap.Collect();
      allocation.stamp = heap.epoch.Current();
      Drain(heap);
      state.ResumeTiming();
    }
  }
}
BENCHMARK(BurstObject);

}  // namespace
}  // namespace heaptwin
