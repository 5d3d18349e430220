#pragma once

#include <sys/types.h>

#include <memory>

#include "base/spsc_ring.h"
#include "perf/access_sample.h"
#include "watch/arming.h"

namespace heaptwin::probes {

class ProbeSession;

// Everything heaptwin has on one thread: its access sampler, its four watchpoints, and the rings
// into which their signal handler writes. Made by ProbeSession::Attach. Costs about 16 KiB, one
// file descriptor for the sampler, and four more from the first Arm on.
class ThreadProbes {
 public:
  ~ThreadProbes();  // closes
  ThreadProbes(const ThreadProbes&) = delete;
  ThreadProbes& operator=(const ThreadProbes&) = delete;

  pid_t tid() const noexcept;

  // Watches a word, replacing an older watchpoint if the policy says so. Only on the probed thread;
  // not signal-safe with respect to other heaptwin calls, but safe against this thread's own traps.
  // Counts its losses itself. The watched word must not be read or written by heaptwin's own code
  // on this thread except through base::GuardedCopy.
  watch::ArmResult Arm(const watch::Arming& arming) noexcept;

  // Moves out what the handlers recorded. One consumer at a time (the drain thread); still valid
  // after Close, until destruction.
  bool NextAccess(perf::AccessSample* sample) noexcept;
  bool NextTrap(watch::TrapRecord* trap) noexcept;
  // on_access(const AccessSample&), on_trap(const TrapRecord&).
  template <typename OnAccess, typename OnTrap>
  void Drain(OnAccess&& on_access, OnTrap&& on_trap) {
    perf::AccessSample sample;
    while (NextAccess(&sample)) on_access(sample);
    watch::TrapRecord trap;
    while (NextTrap(&trap)) on_trap(trap);
  }

  // Disables the events, waits until no handler and no Arm of this thread is inside, closes the
  // descriptors. Any thread, also while the probed thread runs or after its end; not from a signal
  // handler. Idempotent.
  void Close() noexcept;

 private:
  friend class ProbeSession;
  class Implementation;
  explicit ThreadProbes(std::unique_ptr<Implementation> implementation) noexcept;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace heaptwin::probes
