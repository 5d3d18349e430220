#include "perf/clock_sampler.h"

#include <algorithm>

#include "base/guarded_copy.h"
#include "x86/look_ahead.h"
#include "x86/registers.h"

namespace heaptwin::perf {
namespace {

using base::Loss;

constexpr uint64_t kShortestPeriod =
    10'000;  // nanoseconds: the kernel's own limit for clock events

Loss LossOf(x86::LookAheadEnd end) noexcept {
  return end == x86::LookAheadEnd::kCodeUnreadable ? Loss::kCodeUnreadable : Loss::kUndecodable;
}

}  // namespace

ClockSampler::ClockSampler(Kernel& kernel, const base::EpochSource& epochs,
                           base::LossCounters& losses, SamplingCounters& counters,
                           Delivery delivery, const TrapCookie& cookie, uint64_t mean_period_nanos,
                           uint64_t seed) noexcept
    : epochs_(epochs),
      losses_(losses),
      counters_(counters),
      delivery_(delivery),
      cookie_(cookie),
      mean_period_(std::max(mean_period_nanos, 2 * kShortestPeriod)),
      random_(seed),
      event_(kernel) {}

int ClockSampler::Start(pid_t tid) noexcept {
  perf_event_attr attr =
      EventSettings(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, delivery_, cookie_);
  attr.sample_period = DrawPeriod();
  const int error = event_.Open(attr, tid, delivery_, cookie_);
  if (error != 0) return error;
  event_.Control(PERF_EVENT_IOC_ENABLE, nullptr);
  return 0;
}

void ClockSampler::Stop() noexcept { event_.Close(); }

uint64_t ClockSampler::DrawPeriod() noexcept {
  return mean_period_ / 2 + random_.Below(mean_period_ + 1);
}

bool ClockSampler::HandleSignal(const ucontext_t& context, AccessSample* sample) noexcept {
  counters_.samples.fetch_add(1, std::memory_order_relaxed);
  const bool answered = FindAccess(context, sample);
  if (answered) counters_.answered.fetch_add(1, std::memory_order_relaxed);
  // Last, so that the new period is not spent in this handler. If it fails the old period stays:
  // still a sample.
  uint64_t period = DrawPeriod();
  event_.Control(PERF_EVENT_IOC_PERIOD, &period);
  return answered;
}

bool ClockSampler::FindAccess(const ucontext_t& context, AccessSample* sample) noexcept {
  sample->epoch = epochs_.Current();
  if (sample->epoch == 0) {
    losses_.Add(Loss::kStaleEpoch);
    return false;
  }
  x86::UpcomingAccess access;
  const x86::LookAheadEnd end = x86::LookAhead(x86::RegistersOf(context), &access);
  if (end != x86::LookAheadEnd::kFound) {
    losses_.Add(LossOf(end));
    return false;
  }
  sample->ip = access.ip;
  sample->address = access.address;
  sample->base_register = access.base_register;
  sample->size = access.operand.size;
  sample->is_write = access.operand.writes;
  return ReadMemory(sample);
}

bool ClockSampler::ReadMemory(AccessSample* sample) noexcept {
  sample->value = 0;
  base::CopyRequest requests[] = {
      {&sample->value, sample->address, std::min<size_t>(sample->size, sizeof sample->value)},
      {sample->header, sample->base_register, sizeof sample->header}};
  base::GuardedCopyBatch({requests, sample->base_register == 0 ? size_t{1} : size_t{2}});
  sample->header_valid = requests[1].copied;
  if (!requests[0].copied) {
    losses_.Add(Loss::kValueUnreadable);
    return false;
  }
  if (epochs_.Current() != sample->epoch) {
    losses_.Add(Loss::kStaleEpoch);
    return false;
  }
  return true;
}

}  // namespace heaptwin::perf
