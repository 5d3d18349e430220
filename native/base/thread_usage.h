#pragma once

#include <sys/resource.h>

#include <cstdint>

namespace heaptwin::base {

// What a thread has used since it began.
struct ThreadUsage {
  uint64_t cpu_nanos = 0;    // of processor time
  uint64_t page_faults = 0;  // answered without input or output: mostly first uses of fresh pages
};

// Of the calling thread; zeros if the kernel does not tell. One system call; async-signal-safe.
inline ThreadUsage ReadThreadUsage() noexcept {
  rusage used{};
  if (getrusage(RUSAGE_THREAD, &used) != 0) return {};
  const auto nanos = [](const timeval& time) {
    return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 +
           static_cast<uint64_t>(time.tv_usec) * 1'000;
  };
  return {nanos(used.ru_utime) + nanos(used.ru_stime), static_cast<uint64_t>(used.ru_minflt)};
}

}  // namespace heaptwin::base
