#pragma once

#include <sys/types.h>
#include <ucontext.h>

#include <cstdint>

#include "perf/access_sample.h"

namespace heaptwin::perf {

// Samples the memory accesses of one thread. Implementations differ in where the interrupt comes
// from and in how the access is found; each says in one line how its choice is biased.
class AccessSampler {
 public:
  virtual ~AccessSampler() = default;

  // Opens and enables the event for thread `tid`. Returns 0 or the errno of the refused call. Any
  // thread, once.
  virtual int Start(pid_t tid) noexcept = 0;
  // Disables and closes the event. Only when no handler can be inside (after
  // TrapSignal::Unregister). Idempotent.
  virtual void Stop() noexcept = 0;

  // Called in the signal handler on the sampled thread with the interrupted registers. True if
  // `sample` was filled in. Counts its own losses and its coverage.
  virtual bool HandleSignal(const ucontext_t& context, AccessSample* sample) noexcept = 0;

  // For the profile; static storage.
  virtual const char* Name() const noexcept = 0;
  virtual const char* Bias() const noexcept = 0;
};

}  // namespace heaptwin::perf
