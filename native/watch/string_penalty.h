#pragma once

#include <cstdint>

#include "base/thread_usage.h"
#include "watch/string_speed.h"

namespace heaptwin::watch {

// What armed watchpoints cost one thread beyond their traps, see StringSpeed, and whether that is
// still within what it may cost: a share of the thread's processor time. Estimated from what shows:
// access samples that interrupt a string instruction while a watchpoint is armed, and page faults
// meanwhile. Copies that system calls make do not show, nor does anything in user mode without an
// access sampler. All functions on the watched thread, signals held off; async-signal-safe.
class StringPenalty {
 public:
  static constexpr double kShare = 0.003;              // of the thread's processor time
  static constexpr double kAdvanceNanos = 10'000'000;  // a single sample stands for as much

  explicit StringPenalty(const StringSpeed& speed) noexcept : speed_(speed) {}

  // The first of the thread's watchpoints was armed, and none is any longer.
  void Armed(const base::ThreadUsage& usage) noexcept;
  void Disarmed(const base::ThreadUsage& usage) noexcept;
  // A sample that stands for so much processor time interrupted a string instruction.
  void Sampled(double nanos) noexcept;

  // Whether nothing may be armed for now.
  bool IsTooDear(const base::ThreadUsage& usage) noexcept;

  double nanos() const noexcept { return nanos_; }  // estimated, so far

 private:
  void CountPageFaults(const base::ThreadUsage& usage) noexcept;

  const StringSpeed speed_;
  double nanos_ = 0;
  bool armed_ = false;
  uint64_t page_faults_ = 0;  // counted up to here, if armed
  bool begun_ = false;
  uint64_t cpu_at_begin_ = 0;
};

}  // namespace heaptwin::watch
