// Whether this recording probes allocation sites, and with what.
#include "retransform_cost.h"
#include "session.h"

namespace heaptwin::agent {
namespace {

// Of one processor, for objects of runs at probed sites.
constexpr double kRunShare = 0.004;

const char* NameOf(AllocMode mode) {
  switch (mode) {
    case AllocMode::kSampled:
      return "sampled";
    case AllocMode::kAuto:
      return "auto";
    case AllocMode::kProbes:
      break;
  }
  return "probes";
}

// Why there are no probes; nullopt if there may be.
std::optional<std::string> WhyNotProbed(AllocMode mode, bool readable, RetransformCost cost) {
  if (mode == AllocMode::kSampled) return "switched off";
  if (!readable) return "objects cannot be read here, so probes would tell nothing";
  if (mode == AllocMode::kAuto && cost != RetransformCost::kOnlyTheClass) {
    return "the first retransformation would discard all compiled code of this JVM; start it with "
           "heaptwin-agent.jar (heaptwin run), or ask for alloc=probes";
  }
  return std::nullopt;
}

}  // namespace

void Session::AssembleFocus() {
  const bool readable = layouts_ != nullptr;
  // Asking costs a look through the symbols of the VM's library: only where it decides.
  const auto cost = options_.alloc == AllocMode::kAuto && readable
                        ? NextRetransformCost(vm_, structs_)
                        : RetransformCost::kUnknown;
  focus_reason_ = WhyNotProbed(options_.alloc, readable, cost);
  if (focus_reason_) return;
  probe_rates_ =
      std::make_unique<ProbeRates>(static_cast<double>(options_.probed_per_second), seed_ + 4);
  probe_runs_ = std::make_unique<ProbeRuns>(kRunShare, seed_ + 5);
  probe_armer_ = std::make_unique<WatchArmer>(*recording_, watch_on_);
  probe_handler_ = std::make_unique<ProbeHandler>(
      ProbeHandler::Parts{jvmti_, *recording_, epoch_, *classes_, *contexts_, *threads_, losses_,
                          weak_, layouts_->format(), *probe_rates_, *probe_runs_, *probe_armer_});
  focus_ = std::make_unique<Focus>(
      Focus::Parts{vm_, jvmti_, *recording_, sites_, *contexts_, *probe_rates_, *probe_runs_,
                   *probe_handler_, losses_, started_nanos_},
      options_);
}

evidence::ProfileFacts::ProbeSource Session::AllocationProbes() const {
  evidence::ProfileFacts::ProbeSource source;
  source.mode = NameOf(options_.alloc);
  source.reason = focus_reason_;
  if (focus_ != nullptr) focus_->Describe(source);
  return source;
}

}  // namespace heaptwin::agent
