#pragma once

#include <sys/resource.h>

#include <cstdint>

namespace heaptwin::base {

// Page faults of the calling thread since it began that needed no input or output: mostly first
// uses of fresh pages. Zero if the kernel does not tell. One system call; async-signal-safe.
inline uint64_t ThreadPageFaults() noexcept {
  rusage used{};
  if (getrusage(RUSAGE_THREAD, &used) != 0) return 0;
  return static_cast<uint64_t>(used.ru_minflt);
}

}  // namespace heaptwin::base
