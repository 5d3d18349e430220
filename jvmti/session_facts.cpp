// What the profile says about the target, the recording and its sources.
#include <unistd.h>

#include "base/clock.h"
#include "session.h"

namespace heaptwin::agent {
namespace {

evidence::ProfileFacts::Target TargetOf(const VmFacts& facts) {
  evidence::ProfileFacts::Target target;
  target.pid = getpid();
  target.java_version = facts.java_version;
  target.vm_name = facts.vm_name;
  if (!facts.command.empty()) target.command = facts.command;
  target.collector = facts.collector;
  target.compressed_oops = facts.compressed_oops;
  target.compressed_class_pointers = facts.compressed_class_pointers;
  target.compact_headers = facts.compact_headers;
  target.object_alignment = facts.object_alignment;
  target.processors = facts.processors;
  return target;
}

}  // namespace

evidence::ProfileFacts Session::Facts(const char* end) const {
  evidence::ProfileFacts facts;
  facts.target = TargetOf(facts_);
  facts.recording.start_millis = started_millis_;
  facts.recording.duration_nanos = static_cast<int64_t>(base::NowNanos() - started_nanos_);
  facts.recording.end = end;
  facts.allocation.smallest_interval = intervals_.smallest_used();
  facts.allocation.largest_interval = intervals_.largest_used();
  facts.allocation.last_interval = intervals_.interval();
  for (size_t step = 0; step < evidence::kRunSteps; ++step) {
    const auto run_step = static_cast<evidence::RunStep>(step);
    const uint64_t planned = bursts_.Planned(run_step);
    const auto done = bursts_.counts(run_step);
    if (planned == 0 || !options_.bursts) continue;
    facts.allocation.ladder.push_back(
        {planned, run_step == evidence::RunStep::kLong, done.begun, done.objects});
  }
  if (options_.exhaustive) {
    facts.recording.exhaustive = true;
    facts.allocation.kind = "jvmti-every-object";
    facts.allocation.smallest_interval = 0;
    facts.allocation.largest_interval = 0;
    facts.allocation.last_interval = 0;
    facts.allocation.ladder.clear();
  }
  facts.access.reason = access_reason_;
  facts.watchpoints.reason = watch_reason_;
  if (probe_session_ != nullptr) DescribeProbes(facts);
  facts.content.available = layouts_ != nullptr;
  facts.content.reason = content_reason_;
  facts.collections.count = epoch_.Collections();
  facts.collections.silent = epoch_.SilentCollections() - silent_before_events_;
  facts.probes = AllocationProbes();
  DescribeCost(facts);
  return facts;
}

void Session::DescribeCost(evidence::ProfileFacts& facts) const {
  const auto spent = [](const CostMeter& meter) {
    return evidence::ProfileFacts::Spent{meter.count(), meter.nanos()};
  };
  facts.cost.registrations = spent(allocations_->registration_cost());
  facts.cost.burst_objects = spent(allocations_->burst_cost());
  facts.cost.armings = spent(sampled_armer_->cost());
  if (probe_handler_ != nullptr) {
    facts.cost.probed_objects = spent(probe_handler_->cost());
    facts.cost.probed_run_objects = spent(probe_handler_->run_cost());
    facts.cost.armings.count += probe_armer_->cost().count();
    facts.cost.armings.nanos += probe_armer_->cost().nanos();
  }
  facts.cost.drain_nanos = drain_cpu_nanos_.load();
  facts.cost.stacks_known = contexts_->stacks_known();
  facts.cost.stacks_composed = contexts_->stacks_composed();
  facts.cost.stacks_walked = contexts_->stacks_walked();
}

void Session::DescribeProbes(evidence::ProfileFacts& facts) const {
  if (access_on_) {
    facts.access.kind = "clock";
    facts.access.name = probe_session_->AccessSamplerName();
    facts.access.bias = probe_session_->AccessSamplerBias();
    facts.access.period_nanos = options_.access_period_nanos;
    facts.access.samples = probe_session_->sampling_counters().samples.load();
    facts.access.answered = probe_session_->sampling_counters().answered.load();
  }
  if (watch_on_) {
    facts.watchpoints.kind =
        probe_session_->delivery() == perf::Delivery::kSigtrap ? "sigtrap" : "signal";
    facts.watchpoints.slots_per_thread = 4;
    facts.watchpoints.armed = probe_session_->watch_counters().armed.load();
    facts.watchpoints.traps = probe_session_->watch_counters().traps.load();
    facts.watchpoints.string_slowdown = probe_session_->strings().speed().slowdown;
    facts.watchpoints.string_nanos = probe_session_->strings().SpentNanos();
    if (const auto failure = probe_session_->WatchFailure()) {
      facts.watchpoints.reason = failure->what + "; " + failure->remedy;
    }
  }
  if (!probe_session_->SwitchedOff()) return;
  const char* const reason =
      "switched off during the recording: another SIGTRAP handler took the traps; stop the tool "
      "that installed it";
  if (access_on_) facts.access.reason = reason;
  if (watch_on_) facts.watchpoints.reason = reason;
}

}  // namespace heaptwin::agent
