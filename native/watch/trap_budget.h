#pragma once

#include <atomic>
#include <cstdint>

namespace heaptwin::watch {

// Bounds the traps per second of the whole process: a trap costs 1 to 20 us. A token bucket kept as
// one number, the time at which it would be full again (the generic cell rate algorithm, ITU-T
// I.371), so that handlers of all threads can share it without a lock. Holds one second's worth of
// traps. All functions: any thread, async-signal-safe, lock-free.
class TrapBudget {
 public:
  explicit TrapBudget(uint32_t traps_per_second) noexcept;

  // Takes one token for a trap that has happened; may go into debt, because dropping a paid-for
  // trap would only lose its reading.
  void Charge(uint64_t now_nanos) noexcept;
  // Whether a token is left beside `reserve`, a share (0 to 1) of what the budget holds.
  bool Available(uint64_t now_nanos, double reserve = 0) const noexcept;

 private:
  const uint64_t interval_nanos_;
  std::atomic<uint64_t> full_again_{0};
};

}  // namespace heaptwin::watch
