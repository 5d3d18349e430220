#include "probes/implementation.h"

#include <utility>

#include "x86/string_instruction.h"

namespace heaptwin::probes {

using base::Loss;

ThreadProbes::Implementation::Implementation(const watch::WatchEnvironment& environment, pid_t tid,
                                             uint16_t thread, uint64_t seed) noexcept
    : losses_(environment.losses),
      tid_(tid),
      thread_(thread),
      watchpoints_(environment, tid, thread, seed) {}

int ThreadProbes::Implementation::Open(std::unique_ptr<perf::AccessSampler> sampler,
                                       uint32_t generation, uint64_t period_nanos) noexcept {
  sampler_ = std::move(sampler);
  sample_nanos_ = period_nanos;
  sampler_generation_ = generation;
  perf::TrapSignal::Publish(thread_, this);
  const int error = sampler_ ? sampler_->Start(tid_) : 0;
  if (error != 0) Close();
  return error;
}

void ThreadProbes::Implementation::Close() noexcept {
  if (closed_.exchange(true)) return;
  // From here on the thread's traps are dropped, and nothing on it can arm again; only then may the
  // events be touched.
  perf::TrapSignal::Unregister(thread_);
  watchpoints_.Close();
  if (sampler_) sampler_->Stop();
}

watch::ArmResult ThreadProbes::Implementation::Arm(const watch::Arming& arming) noexcept {
  const perf::TrapSignal::Visit visit(thread_, this);
  if (!visit) return watch::ArmResult::kClosed;
  arming_.store(true, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  const watch::ArmResult result = watchpoints_.Arm(arming);
  // A trap inside Arm can only be one that was delivered late: its registers are of no use.
  while (missed_trap_.exchange(false)) watchpoints_.DiscardHits();
  std::atomic_signal_fence(std::memory_order_seq_cst);
  arming_.store(false, std::memory_order_relaxed);
  return result;
}

void ThreadProbes::Implementation::HandleTrap(const perf::Trap& trap) noexcept {
  if (trap.cookie.source == perf::TrapCookie::kClockSource) return HandleSample(trap);
  if (arming_.load(std::memory_order_relaxed)) {
    missed_trap_.store(true, std::memory_order_relaxed);
    return;
  }
  watchpoints_.HandleTrap(trap, &traps_);
}

void ThreadProbes::Implementation::HandleSample(const perf::Trap& trap) noexcept {
  // A late sample of probes that this thread had before.
  if (!sampler_ || (trap.has_generation && trap.cookie.generation != sampler_generation_)) return;
  if (trap.asynchronous) return losses_.Add(Loss::kAsynchronousTrap);
  if (!arming_.load(std::memory_order_relaxed) && watchpoints_.AnyArmed()) {
    const bool in_string = x86::AtRepeatedCopyOrFill(x86::RegistersOf(*trap.context));
    watchpoints_.HandleSample(in_string, sample_nanos_);
  }
  perf::AccessSample sample;
  if (!sampler_->HandleSignal(*trap.context, &sample)) return;
  if (!accesses_.Push(sample)) losses_.Add(Loss::kRingFull);
}

}  // namespace heaptwin::probes
