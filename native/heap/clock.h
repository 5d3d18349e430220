#pragma once

#include <time.h>

#include <cstdint>

namespace heaptwin::heap {

inline int64_t ReadClock(clockid_t clock) noexcept {
  timespec time{};
  clock_gettime(clock, &time);
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}
// Nanoseconds, monotonic.
inline int64_t NowNanos() noexcept { return ReadClock(CLOCK_MONOTONIC); }
// The same clock at the resolution of the timer tick (1 to 10 ms), for a few nanoseconds of cost.
inline int64_t CoarseNowNanos() noexcept { return ReadClock(CLOCK_MONOTONIC_COARSE); }

}  // namespace heaptwin::heap
