#include "probes/thread_probes.h"

#include "probes/implementation.h"

namespace heaptwin::probes {

ThreadProbes::ThreadProbes(std::unique_ptr<Implementation> implementation) noexcept
    : implementation_(std::move(implementation)) {}

ThreadProbes::~ThreadProbes() { Close(); }

pid_t ThreadProbes::tid() const noexcept { return implementation_->tid(); }

watch::ArmResult ThreadProbes::Arm(const watch::Arming& arming) noexcept {
  return implementation_->Arm(arming);
}

bool ThreadProbes::NextAccess(perf::AccessSample* sample) noexcept {
  return implementation_->NextAccess(sample);
}

bool ThreadProbes::NextTrap(watch::TrapRecord* trap) noexcept {
  return implementation_->NextTrap(trap);
}

void ThreadProbes::Close() noexcept { implementation_->Close(); }

}  // namespace heaptwin::probes
