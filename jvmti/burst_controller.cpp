#include "burst_controller.h"

#include <algorithm>

namespace heaptwin::agent {

BurstController::BurstController(const Limits& limits, bool enabled, uint64_t seed)
    : limits_(limits), enabled_(enabled), random_(seed), mean_(limits.registrations_between) {
  // The first one comes early: a recording may be short.
  until_next_.store(static_cast<int64_t>(std::max<uint64_t>(DrawGap() / 4, 1)));
}

uint64_t BurstController::DrawGap() {
  const std::lock_guard lock(mutex_);
  return 1 + std::geometric_distribution<uint64_t>(1.0 / std::max(mean_, 1.0))(random_);
}

void BurstController::SetRegistrationsBetween(double mean) {
  const std::lock_guard lock(mutex_);
  mean_ = std::max(mean, 1.0);
}

bool BurstController::OnRegistration(uint64_t now_nanos) {
  if (!enabled_ || active()) return false;
  if (until_next_.fetch_sub(1, std::memory_order_relaxed) != 1) return false;
  until_next_.store(static_cast<int64_t>(DrawGap()), std::memory_order_relaxed);
  if (now_nanos < not_before_.load(std::memory_order_relaxed)) return false;
  began_nanos_.store(now_nanos, std::memory_order_relaxed);
  remaining_.store(static_cast<int64_t>(limits_.objects), std::memory_order_relaxed);
  return true;
}

bool BurstController::OnBurstObject() {
  // Objects that threads drew under interval 0 may still arrive after the end.
  return active() && remaining_.fetch_sub(1, std::memory_order_relaxed) == 1;
}

bool BurstController::Tick(uint64_t now_nanos) {
  if (!active() ||
      now_nanos - began_nanos_.load(std::memory_order_relaxed) < limits_.longest_nanos) {
    return false;
  }
  return remaining_.exchange(0, std::memory_order_relaxed) > 0;
}

}  // namespace heaptwin::agent
