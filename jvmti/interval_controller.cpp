#include "interval_controller.h"

#include <algorithm>

namespace heaptwin::agent {

IntervalController::IntervalController(uint64_t target_per_second,
                                       std::optional<uint64_t> fixed_interval)
    : target_(std::max<uint64_t>(target_per_second, 1)),
      fixed_(fixed_interval.has_value()),
      interval_(fixed_interval.value_or(kVmDefault)),
      smallest_used_(interval_.load()),
      largest_used_(interval_.load()),
      affordable_(static_cast<double>(target_)) {}

void IntervalController::LimitTo(double share, double nanos_each) {
  // The rarer registrations are, the colder the caches that each one meets: a limit without a floor
  // would chase its own tail.
  constexpr double kLeastShareOfTarget = 0.125;
  const auto target = static_cast<double>(target_);
  const double affordable = nanos_each > 0 ? share * 1e9 / nanos_each : target;
  affordable_ = std::clamp(affordable, kLeastShareOfTarget * target, target);
}

bool IntervalController::OnRegistration() {
  const uint64_t count = in_window_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (fixed_) return false;
  // A window is about 100 ms. Three times its share means that the program's allocation rate
  // jumped.
  const uint64_t too_many = std::max<uint64_t>(3 * target_ / 10, 16);
  if (count % too_many != 0) return false;
  return MoveTo(2.0 * static_cast<double>(interval()));
}

bool IntervalController::Tick(uint64_t now_nanos) {
  const uint64_t count = in_window_.exchange(0, std::memory_order_relaxed);
  const uint64_t elapsed = now_nanos - window_start_;
  const bool first = window_start_ == 0;
  window_start_ = now_nanos;
  if (first || fixed_ || elapsed == 0) return false;
  const double rate = static_cast<double>(count) * 1e9 / static_cast<double>(elapsed);
  // Bounded steps: one quiet window must not open the gates for the next busy one.
  const double factor = std::clamp(rate / affordable_, 0.5, 2.0);
  if (factor > 0.8 && factor < 1.2) return false;
  return MoveTo(static_cast<double>(interval()) * factor);
}

bool IntervalController::MoveTo(double wanted) {
  const auto bounded = static_cast<uint64_t>(
      std::clamp(wanted, static_cast<double>(kSmallest), static_cast<double>(kLargest)));
  if (interval_.exchange(bounded, std::memory_order_relaxed) == bounded) return false;
  smallest_used_.store(std::min(smallest_used(), bounded), std::memory_order_relaxed);
  largest_used_.store(std::max(largest_used(), bounded), std::memory_order_relaxed);
  return true;
}

}  // namespace heaptwin::agent
