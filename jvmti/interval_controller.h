#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

namespace heaptwin::agent {

// Chooses the allocation sampling interval so that about `target` objects are registered per
// second. A pure controller: it decides, the caller tells the VM. Estimates stay unbiased however
// it moves, because every sample is weighted by the interval under which its gap was drawn.
//
// Thread-safe. Times are monotonic nanoseconds.
class IntervalController {
 public:
  // The VM's own interval until somebody changes it.
  static constexpr uint64_t kVmDefault = uint64_t{512} * 1024;
  static constexpr uint64_t kSmallest = 1024;                        // bytes
  static constexpr uint64_t kLargest = uint64_t{256} * 1024 * 1024;  // bytes

  IntervalController(uint64_t target_per_second, std::optional<uint64_t> fixed_interval);

  // Bytes, never 0.
  uint64_t interval() const { return interval_.load(std::memory_order_relaxed); }

  // One registration. True if the interval was raised at once, because the current window already
  // holds far too many.
  bool OnRegistration();
  // Every 100 ms or so. True if the interval changed.
  bool Tick(uint64_t now_nanos);
  // A registration takes `nanos_each`: no more of them per second than `share` of one processor
  // pays for, but at least an eighth of the target, and never more than the target.
  void LimitTo(double share, double nanos_each);

  uint64_t smallest_used() const { return smallest_used_.load(std::memory_order_relaxed); }
  uint64_t largest_used() const { return largest_used_.load(std::memory_order_relaxed); }

 private:
  bool MoveTo(double wanted);

  const uint64_t target_;
  const bool fixed_;
  std::atomic<uint64_t> interval_;
  std::atomic<uint64_t> smallest_used_;
  std::atomic<uint64_t> largest_used_;
  std::atomic<uint64_t> in_window_{0};
  uint64_t window_start_ = 0;  // Tick's thread only
  double affordable_;          // registrations per second; Tick's thread only
};

}  // namespace heaptwin::agent
