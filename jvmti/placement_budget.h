#pragma once

#include <cstdint>
#include <deque>
#include <optional>

namespace heaptwin::agent {

// When probes may be placed or removed in a running program. Retransforming a class makes the VM
// throw away the code that was compiled from it or has its methods inlined, and compile it again:
// FOP on JDK 25, retransformed every three seconds, took two and a half times as long. So nothing
// is placed while the compilers are busy anyway, and what a placement made them do is waited off.
// The first one must be earned as well: Lucene's four sites cost half a second, 5 % of a recording
// of ten. It is taken to cost a part of all that was compiled so far.
//
// A pure controller; times are monotonic nanoseconds. One thread.
class PlacementBudget {
 public:
  // Of one processor: what placements may cost over time, and what busy compilers take at least.
  static constexpr double kShare = 0.01;
  static constexpr double kBusy = 0.1;

  // What the first placement is taken to cost: so much of the compilers' time since the VM began
  // (measured: 0.27 in Lucene), but not more than this.
  static constexpr double kFirstPart = 0.25;
  static constexpr uint64_t kFirstNanos = 1'000'000'000;

  // `compiler_nanos`: processor time of the VM's compilers since it began. Twice a second or so,
  // from the beginning of the recording on.
  void Tick(uint64_t now_nanos, uint64_t compiler_nanos);
  // Probes are being placed or removed.
  void Placed(uint64_t now_nanos);

  bool MayPlace(uint64_t now_nanos) const;
  uint64_t placements() const { return placements_; }

 private:
  // The compilers' time over which they are called busy or not; a placement has its effect later
  // than it.
  static constexpr uint64_t kWindowNanos = 2'000'000'000;
  static constexpr uint64_t kLongestNanos = 15'000'000'000;

  struct Reading {
    uint64_t now;
    uint64_t compiler;
  };

  // Processors that the compilers use; nothing before a window is full.
  std::optional<double> Rate() const;
  void Settle(uint64_t now_nanos, uint64_t compiler_nanos);
  bool FirstIsEarned(uint64_t now_nanos) const;

  std::optional<uint64_t> began_;  // the first reading
  std::deque<Reading> readings_;
  std::optional<Reading> placed_;  // whose cost is not known yet
  uint64_t not_before_ = 0;
  uint64_t placements_ = 0;
};

}  // namespace heaptwin::agent
