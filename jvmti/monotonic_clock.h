#pragma once

#include <cstdint>
#include <ctime>

namespace heaptwin::agent {

// CLOCK_MONOTONIC in nanoseconds. Any thread.
inline uint64_t MonotonicNanos() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

}  // namespace heaptwin::agent
