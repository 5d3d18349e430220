// What becomes of the probes of threads when somebody else takes SIGTRAP over.
#include "perf/trap_signal.h"
#include "selftest/self_test.h"
#include "session.h"

namespace heaptwin::agent {
namespace {

constexpr uint64_t kSignalWatchNanos = 1'000'000'000;

}  // namespace

void Session::WatchTrapSignal(uint64_t now_nanos) {
  if (probe_session_ == nullptr || now_nanos < next_signal_watch_nanos_) return;
  next_signal_watch_nanos_ = now_nanos + kSignalWatchNanos;
  if (perf::TrapSignal::StillInstalled() && !probe_session_->SwitchedOff()) {
    signal_judged_ = false;
    return;
  }
  if (!probe_session_->SwitchedOff()) {
    if (signal_judged_) return;
    signal_judged_ = TrapsArrive();
    if (signal_judged_) return;
    probe_session_->SwitchOff();
  }
  // Again each time: a thread may have been attaching while the others were closed.
  threads_->CloseAll();
}

// A trap that nobody takes off comes again at every access of its word, and by the default action
// it ends the process.
bool Session::TrapsArrive() const {
  if (perf::TrapSignal::IsFatal()) return false;
  return watch_on_ ? heaptwin_self_test_watchpoints(nullptr, 0) == 0
                   : heaptwin_self_test_clock_sampler(nullptr, 0) == 0;
}

}  // namespace heaptwin::agent
