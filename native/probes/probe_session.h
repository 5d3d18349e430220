#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/epoch_source.h"
#include "base/loss.h"
#include "perf/capabilities.h"
#include "perf/event.h"
#include "perf/kernel.h"
#include "perf/sampling_counters.h"
#include "watch/string_penalty.h"
#include "watch/trap_budget.h"
#include "watch/watch_counters.h"

namespace heaptwin::probes {

class ThreadProbes;

struct ProbeOptions {
  bool access = true;  // take access samples
  uint64_t access_period_nanos =
      10'000'000;                   // mean CPU time of a thread between two access samples
  uint32_t traps_per_second = 100;  // budget of the whole process
  uint64_t seed = 1;
  watch::StringSpeed strings{};  // of this machine: bounds what armed watchpoints cost
};

// What the probes of all threads share during one recording. Outlives every ThreadProbes it made.
// Thread-safe.
class ProbeSession {
 public:
  // Installs the process's SIGTRAP handler (see perf/trap_signal.h). The references outlive the
  // session.
  ProbeSession(perf::Kernel& kernel, const base::EpochSource& epochs, base::LossCounters& losses,
               const ProbeOptions& options, const perf::Capabilities& capabilities);

  // Opens the probes of the thread `tid` of this process; from that thread or another. Null if
  // nothing could be opened (counted as Loss::kThreadProbesUnavailable; `failure`, if given, says
  // why).
  std::unique_ptr<ThreadProbes> Attach(pid_t tid, perf::OpenFailure* failure = nullptr);

  // Attach gives nothing from now on: somebody else took SIGTRAP over and keeps it to himself. The
  // probes that exist are the caller's to close.
  void SwitchOff() noexcept { switched_off_.store(true); }
  bool SwitchedOff() const noexcept { return switched_off_.load(); }

  // Why debug registers were refused, the last time one was; nullopt if none was.
  std::optional<perf::OpenFailure> WatchFailure() const;

  perf::Delivery delivery() const noexcept { return delivery_; }
  const ProbeOptions& options() const noexcept { return options_; }

  // For the profile's "sources". The access sampler's name and bias line are null if access
  // sampling is off.
  const char* AccessSamplerName() const noexcept;
  const char* AccessSamplerBias() const noexcept;
  const perf::SamplingCounters& sampling_counters() const noexcept { return sampling_counters_; }
  const watch::StringBudget& strings() const noexcept { return strings_; }
  const watch::WatchCounters& watch_counters() const noexcept { return watch_counters_; }

 private:
  friend class ThreadProbes;

  perf::Kernel& kernel_;
  const base::EpochSource& epochs_;
  base::LossCounters& losses_;
  const ProbeOptions options_;
  const perf::Capabilities capabilities_;
  const perf::Delivery delivery_;
  const bool handler_installed_;
  watch::TrapBudget budget_;
  watch::StringBudget strings_;
  perf::SamplingCounters sampling_counters_;
  watch::WatchCounters watch_counters_;
  std::atomic<bool> switched_off_{false};
  std::atomic<uint64_t> attached_{0};  // gives every thread its own random stream
};

}  // namespace heaptwin::probes
