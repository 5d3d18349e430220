#pragma once

#include <cstdint>
#include <ctime>

namespace heaptwin::base {

// Nanoseconds, never negative, of a clock that cannot fail to be read. Any thread;
// async-signal-safe.
inline int64_t ReadClock(clockid_t clock) noexcept {
  timespec time{};
  clock_gettime(clock, &time);
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}
// Since some fixed moment in the past.
inline int64_t NowNanos() noexcept { return ReadClock(CLOCK_MONOTONIC); }
// The same clock at the resolution of the timer tick (1 to 10 ms). Never enters the kernel.
inline int64_t CoarseNowNanos() noexcept { return ReadClock(CLOCK_MONOTONIC_COARSE); }
// What the calling thread has computed.
inline int64_t ThreadCpuNanos() noexcept { return ReadClock(CLOCK_THREAD_CPUTIME_ID); }

}  // namespace heaptwin::base
