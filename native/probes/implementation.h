#pragma once

#include <atomic>
#include <memory>

#include "perf/access_sampler.h"
#include "perf/trap_signal.h"
#include "probes/thread_probes.h"
#include "watch/thread_watchpoints.h"

namespace heaptwin::probes {

// The inside of ThreadProbes: receives the thread's traps and passes them to their source.
class ThreadProbes::Implementation final : public perf::TrapTarget {
 public:
  // Owns the dispatch table's slot `thread` from here on.
  Implementation(const watch::WatchEnvironment& environment, pid_t tid, uint16_t thread,
                 uint64_t seed) noexcept;
  ~Implementation() { Close(); }

  // Lets traps in, and starts `sampler` (may be null), whose cookie has generation `generation` and
  // which samples once in `period_nanos` of processor time on average. Returns 0 or errno; then it
  // is closed.
  int Open(std::unique_ptr<perf::AccessSampler> sampler, uint32_t generation,
           uint64_t period_nanos) noexcept;
  void Close() noexcept;

  watch::ArmResult Arm(const watch::Arming& arming) noexcept;
  bool NextAccess(perf::AccessSample* sample) noexcept { return accesses_.Pop(sample); }
  bool NextTrap(watch::TrapRecord* trap) noexcept { return traps_.Pop(trap); }
  pid_t tid() const noexcept { return tid_; }

  void HandleTrap(const perf::Trap& trap) noexcept override;

 private:
  void HandleSample(const perf::Trap& trap) noexcept;

  base::LossCounters& losses_;
  const pid_t tid_;
  const uint16_t thread_;
  std::unique_ptr<perf::AccessSampler> sampler_;
  uint32_t sampler_generation_ = 0;
  uint64_t sample_nanos_ = 0;  // of processor time that one sample stands for
  watch::ThreadWatchpoints watchpoints_;
  base::SpscRing<perf::AccessSample, 128> accesses_;
  watch::TrapRing traps_;
  // Between Arm and the handler, both on the probed thread.
  std::atomic<bool> arming_{false};
  std::atomic<bool> missed_trap_{false};
  std::atomic<bool> closed_{false};
};

}  // namespace heaptwin::probes
