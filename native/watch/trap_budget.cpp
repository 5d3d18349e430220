#include "watch/trap_budget.h"

#include <algorithm>

namespace heaptwin::watch {
namespace {

constexpr uint64_t kSecond = 1'000'000'000;

}  // namespace

TrapBudget::TrapBudget(uint32_t traps_per_second) noexcept
    : interval_nanos_(kSecond / std::max<uint32_t>(traps_per_second, 1)) {}

void TrapBudget::Charge(uint64_t now_nanos) noexcept {
  uint64_t old = full_again_.load(std::memory_order_relaxed);
  while (!full_again_.compare_exchange_weak(old, std::max(old, now_nanos) + interval_nanos_,
                                            std::memory_order_relaxed)) {
  }
}

bool TrapBudget::Available(uint64_t now_nanos, double reserve) const noexcept {
  const auto kept = static_cast<uint64_t>(reserve * static_cast<double>(kSecond));
  const uint64_t full_again = full_again_.load(std::memory_order_relaxed);
  return full_again <= now_nanos || full_again - now_nanos + kept <= kSecond - interval_nanos_;
}

}  // namespace heaptwin::watch
