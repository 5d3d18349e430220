#include "watch/string_speed.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/clock.h"
#include "watch/watchpoint.h"

namespace heaptwin::watch {
namespace {

constexpr size_t kPage = 4096;
constexpr size_t kPages = 8;
constexpr int kRounds = 16;

// Nanoseconds per page, of the fastest round: others were interrupted.
double FillNanos(std::vector<uint8_t>& memory) {
  int64_t best = std::numeric_limits<int64_t>::max();
  for (int round = 0; round < kRounds; ++round) {
    void* to = memory.data();
    size_t count = memory.size();
    const int64_t began = base::NowNanos();
    asm volatile("rep stosb" : "+D"(to), "+c"(count) : "a"(0) : "memory");
    best = std::min(best, base::NowNanos() - began);
  }
  return static_cast<double>(std::max<int64_t>(best, 1)) / kPages;
}

}  // namespace

StringSpeed MeasureStringSpeed(perf::Kernel& kernel) {
  std::vector<uint8_t> memory(kPages * kPage);
  alignas(8) uint64_t elsewhere = 0;
  FillNanos(memory);
  const double fast = FillNanos(memory);
  Watchpoint watchpoint(kernel);
  // Nobody touches the word, so the cookie is never seen.
  const perf::TrapCookie cookie{};
  if (watchpoint.Open(gettid(), perf::Delivery::kSignal, cookie) != 0) return {};
  if (!watchpoint.Arm(reinterpret_cast<uintptr_t>(&elsewhere), 8, cookie)) return {};
  const double slow = FillNanos(memory);
  return {std::max(1.0, slow / fast), std::max(0.0, slow - fast)};
}

}  // namespace heaptwin::watch
