#pragma once

#include <sys/resource.h>

#include <cstdint>

namespace heaptwin::base {

// What a thread has used since it began.
struct ThreadUsage {
  uint64_t page_faults = 0;  // answered without input or output: mostly first uses of fresh pages
};

// Of the calling thread; zero if the kernel does not tell. One system call; async-signal-safe.
inline ThreadUsage ReadThreadUsage() noexcept {
  rusage used{};
  if (getrusage(RUSAGE_THREAD, &used) != 0) return {};
  return {static_cast<uint64_t>(used.ru_minflt)};
}

}  // namespace heaptwin::base
