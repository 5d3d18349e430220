#include "probes/probe_session.h"

#include <cerrno>

#include "base/clock.h"
#include "base/random.h"
#include "perf/clock_sampler.h"
#include "perf/trap_signal.h"
#include "probes/implementation.h"
#include "probes/thread_probes.h"

namespace heaptwin::probes {

ProbeSession::ProbeSession(perf::Kernel& kernel, const base::EpochSource& epochs,
                           base::LossCounters& losses, const ProbeOptions& options,
                           const perf::Capabilities& capabilities)
    : kernel_(kernel),
      epochs_(epochs),
      losses_(losses),
      options_(options),
      capabilities_(capabilities),
      delivery_(capabilities.sigtrap_safe ? perf::Delivery::kSigtrap : perf::Delivery::kSignal),
      handler_installed_(perf::TrapSignal::Install()),
      budget_(options.traps_per_second),
      strings_(options.strings, static_cast<uint64_t>(base::CoarseNowNanos())) {}

std::unique_ptr<ThreadProbes> ProbeSession::Attach(pid_t tid, perf::OpenFailure* failure) {
  const bool delivered = handler_installed_ && !SwitchedOff();
  const auto thread = delivered ? perf::TrapSignal::Reserve(tid) : std::nullopt;
  if (!thread) {
    losses_.Add(base::Loss::kThreadProbesUnavailable);
    if (failure != nullptr) {
      *failure = {EAGAIN, "no room for another thread's events", "record fewer threads"};
    }
    return nullptr;
  }
  base::Random random(options_.seed + attached_.fetch_add(1));
  auto implementation = std::make_unique<ThreadProbes::Implementation>(
      watch::WatchEnvironment{kernel_, epochs_, losses_, budget_, watch_counters_, delivery_,
                              strings_},
      tid, *thread, random.Next());
  const perf::TrapCookie cookie{
      perf::TrapCookie::kClockSource, *thread,
      static_cast<uint32_t>(random.Next()) & perf::TrapCookie::kGenerationMask};
  std::unique_ptr<perf::AccessSampler> sampler;
  if (options_.access) {
    sampler = std::make_unique<perf::ClockSampler>(kernel_, epochs_, losses_, sampling_counters_,
                                                   delivery_, cookie, options_.access_period_nanos,
                                                   random.Next());
  }
  const int error =
      implementation->Open(std::move(sampler), cookie.generation, options_.access_period_nanos);
  if (error != 0) {
    losses_.Add(base::Loss::kThreadProbesUnavailable);
    if (failure != nullptr) {
      *failure = perf::ExplainOpenFailure(error, "the clock sampler", capabilities_);
    }
    return nullptr;
  }
  return std::unique_ptr<ThreadProbes>(new ThreadProbes(std::move(implementation)));
}

std::optional<perf::OpenFailure> ProbeSession::WatchFailure() const {
  const int error = watch_counters_.last_error.load(std::memory_order_relaxed);
  if (error == 0) return std::nullopt;
  return perf::ExplainOpenFailure(error, "a debug register", capabilities_);
}

const char* ProbeSession::AccessSamplerName() const noexcept {
  return options_.access ? perf::ClockSampler::kName : nullptr;
}

const char* ProbeSession::AccessSamplerBias() const noexcept {
  return options_.access ? perf::ClockSampler::kBias : nullptr;
}

}  // namespace heaptwin::probes
