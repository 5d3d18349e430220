#pragma once

#include <cstdint>

#include "base/epoch_source.h"
#include "base/loss.h"
#include "base/random.h"
#include "perf/access_sampler.h"
#include "perf/event.h"
#include "perf/sampling_counters.h"

namespace heaptwin::perf {

// The access sampler for machines without a PMU: interrupts the thread every so often of its own
// CPU time (task-clock) and takes the first memory access at, or straight after, the interrupted
// instruction. The period is drawn anew, uniformly between half and one and a half times the mean,
// in every handler, so that it does not beat against loops or ticks.
class ClockSampler final : public AccessSampler {
 public:
  static constexpr const char* kName =
      "perf task-clock, operand at or straight after the interrupted ip";
  static constexpr const char* kBias =
      "time-weighted, favours the access behind a slow instruction; silent in code without a "
      "nearby heap operand";

  // The references outlive the sampler. `cookie` names it to the signal handler.
  ClockSampler(Kernel& kernel, const base::EpochSource& epochs, base::LossCounters& losses,
               SamplingCounters& counters, Delivery delivery, const TrapCookie& cookie,
               uint64_t mean_period_nanos, uint64_t seed) noexcept;

  int Start(pid_t tid) noexcept override;
  void Stop() noexcept override;
  bool HandleSignal(const ucontext_t& context, AccessSample* sample) noexcept override;
  const char* Name() const noexcept override { return kName; }
  const char* Bias() const noexcept override { return kBias; }

 private:
  uint64_t DrawPeriod() noexcept;
  bool FindAccess(const ucontext_t& context, AccessSample* sample) noexcept;
  bool ReadMemory(AccessSample* sample) noexcept;

  const base::EpochSource& epochs_;
  base::LossCounters& losses_;
  SamplingCounters& counters_;
  const Delivery delivery_;
  const TrapCookie cookie_;
  const uint64_t mean_period_;  // nanoseconds
  base::Random random_;
  Event event_;
};

}  // namespace heaptwin::perf
