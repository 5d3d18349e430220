#pragma once

#include <atomic>
#include <cstdint>

#include "watch/string_speed.h"

namespace heaptwin::watch {

// What armed watchpoints may cost all threads together beyond their traps, see StringSpeed. Any
// thread, async-signal-safe, lock-free.
class StringBudget {
 public:
  static constexpr double kShare = 0.01;                 // of one processor
  static constexpr uint64_t kAdvanceNanos = 40'000'000;  // four samples stand for as much

  // `began`: a monotonic clock, nanoseconds.
  StringBudget(const StringSpeed& speed, uint64_t began) noexcept : speed_(speed), began_(began) {}

  const StringSpeed& speed() const noexcept { return speed_; }
  void Charge(uint64_t nanos) noexcept { spent_.fetch_add(nanos, std::memory_order_relaxed); }
  uint64_t SpentNanos() const noexcept { return spent_.load(std::memory_order_relaxed); }
  // Whether no more than `reserve`, a share (0 to 1) of what was allowed until now, is left.
  bool IsUsedUp(uint64_t now, double reserve) const noexcept;

 private:
  const StringSpeed speed_;
  const uint64_t began_;
  std::atomic<uint64_t> spent_{0};
};

// One thread's part of it. Estimated from what shows: access samples that interrupt a string
// instruction while a watchpoint is armed, and page faults meanwhile. Copies that system calls make
// do not show, nor does anything in user mode without an access sampler. `page_faults`: of the
// thread since it began. All functions on the watched thread, signals held off; async-signal-safe.
class StringPenalty {
 public:
  // A thread that lost less than this is not held back by what others lost.
  static constexpr double kHarmlessNanos = 1'000'000;

  // The budget outlives it.
  explicit StringPenalty(StringBudget& budget) noexcept : budget_(budget) {}

  // The first of the thread's watchpoints was armed, and none is any longer.
  void Armed(uint64_t page_faults) noexcept;
  void Disarmed(uint64_t page_faults) noexcept;
  // A sample that stands for so much processor time interrupted a string instruction.
  void Sampled(double nanos) noexcept;

  // Whether the thread may have nothing armed for now: the budget is used up, and it has a part in
  // that.
  bool IsTooDear(uint64_t page_faults, uint64_t now, double reserve) noexcept;

  double nanos() const noexcept { return nanos_; }  // estimated, so far

 private:
  void CountPageFaults(uint64_t page_faults) noexcept;
  void Charge() noexcept;

  StringBudget& budget_;
  double nanos_ = 0;
  uint64_t charged_ = 0;
  bool armed_ = false;
  uint64_t page_faults_ = 0;  // counted up to here, if armed
};

}  // namespace heaptwin::watch
