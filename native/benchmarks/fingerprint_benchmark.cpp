#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "base/guarded_copy.h"
#include "heap/fingerprint.h"

namespace heaptwin::heap {
namespace {

constexpr int64_t kSmallest = 16;      // bytes
constexpr int64_t kLargest = 1 << 16;  // bytes

void Fingerprinting(benchmark::State& state) {
  const ContentHasher hasher = ContentHasher::WithSeed(1);
  const std::vector<uint8_t> content(static_cast<size_t>(state.range(0)), 7);
  for (auto _ : state) benchmark::DoNotOptimize(hasher.Hash(content));
}
BENCHMARK(Fingerprinting)->RangeMultiplier(4)->Range(kSmallest, kLargest);

// The guarded copy that precedes it: a system call.
void GuardedCopying(benchmark::State& state) {
  const std::vector<uint8_t> content(static_cast<size_t>(state.range(0)), 7);
  std::vector<uint8_t> copy(content.size());
  const auto address = reinterpret_cast<uintptr_t>(content.data());
  for (auto _ : state) {
    benchmark::DoNotOptimize(base::GuardedCopy(copy.data(), address, copy.size()));
  }
}
BENCHMARK(GuardedCopying)->RangeMultiplier(4)->Range(kSmallest, kLargest);

}  // namespace
}  // namespace heaptwin::heap
