#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace heaptwin::agent {

// What one kind of our work costs the application's threads: how often, and how long in all. The
// budget is kept by it and the report prints it. Thread-safe.
class CostMeter {
 public:
  // Longer than this a callback was not working but waiting for a processor or a safepoint, which
  // is not its cost.
  static constexpr uint64_t kLongestNanos = 100'000;

  void Add(uint64_t nanos) {
    count_.fetch_add(1, std::memory_order_relaxed);
    nanos_.fetch_add(std::min(nanos, kLongestNanos), std::memory_order_relaxed);
  }
  uint64_t count() const { return count_.load(std::memory_order_relaxed); }
  uint64_t nanos() const { return nanos_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> count_{0};
  std::atomic<uint64_t> nanos_{0};
};

}  // namespace heaptwin::agent
