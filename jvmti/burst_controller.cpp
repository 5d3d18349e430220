#include "burst_controller.h"

#include <algorithm>

namespace heaptwin::agent {

using evidence::RunStep;

BurstLimits BurstLimits::Of(bool long_runs) {
  BurstLimits limits;
  if (!long_runs) return limits;
  // The share is for programs in which the context is one object in ten: 80,000 events a run.
  constexpr uint64_t kObjects = 8192 + 256;
  limits.steps[static_cast<size_t>(RunStep::kLong)] = {kObjects, 64 * kObjects, 2'000'000'000};
  limits.share = 0.05;
  limits.seconds_between = 0.03;
  return limits;
}

BurstController::BurstController(const BurstLimits& limits, bool enabled, uint64_t seed)
    : limits_(limits), enabled_(enabled), random_(seed) {
  // The first one comes early: a recording may be short.
  until_next_.store(static_cast<int64_t>(std::max<uint64_t>(DrawGap() / 4, 1)));
}

uint64_t BurstController::DrawGap() {
  const std::lock_guard lock(mutex_);
  return 1 + std::geometric_distribution<uint64_t>(1.0 / std::max(mean_, 1.0))(random_);
}

void BurstController::SetRegistrationRate(double per_second) {
  const std::lock_guard lock(mutex_);
  mean_ = std::max(per_second * limits_.seconds_between, 1.0);
}

void BurstController::SetObjectCost(double nanos) {
  // The other half goes to the medium ones.
  const double affordable = limits_.share * limits_.seconds_between * 1e9 / (2 * nanos);
  const auto objects =
      static_cast<double>(limits_.steps[static_cast<size_t>(RunStep::kShort)].objects);
  uint64_t divisor = 1;
  while (divisor < limits_.largest_divisor && objects / static_cast<double>(divisor) > affordable) {
    divisor *= 2;
  }
  divisor_.store(divisor, std::memory_order_relaxed);
}

BurstStep BurstController::Current(RunStep step) const {
  BurstStep current = limits_.steps[static_cast<size_t>(step)];
  if (step != RunStep::kShort) return current;
  const uint64_t divisor = divisor_.load(std::memory_order_relaxed);
  current.objects = (current.objects + divisor - 1) / divisor;
  current.most_objects = (current.most_objects + divisor - 1) / divisor;
  return current;
}

// What is spent on a step is the objects that it yielded, not those that were planned.
bool BurstController::IsDue(RunStep step) const {
  const uint64_t planned = Planned(step);
  return planned > 0 && counts(step).objects + planned <= counts(RunStep::kShort).objects;
}

RunStep BurstController::NextStep(heap::ContextId context, bool frequent) {
  if (frequent && IsDue(RunStep::kLong)) {
    const std::lock_guard lock(mutex_);
    if (long_targets_.Take(context)) return RunStep::kLong;
  }
  return IsDue(RunStep::kMedium) ? RunStep::kMedium : RunStep::kShort;
}

bool BurstController::OnRegistration(const RunTarget& target, bool frequent, uint64_t now_nanos) {
  if (!enabled_ || active()) return false;
  if (until_next_.fetch_sub(1, std::memory_order_relaxed) != 1) return false;
  until_next_.store(static_cast<int64_t>(DrawGap()), std::memory_order_relaxed);
  if (now_nanos < not_before_.load(std::memory_order_relaxed)) return false;
  const RunStep step = NextStep(target.context, frequent);
  const BurstStep limits = Current(step);
  step_.store(step, std::memory_order_relaxed);
  thread_.store(target.thread, std::memory_order_relaxed);
  class_id_.store(target.class_id, std::memory_order_relaxed);
  context_.store(target.context, std::memory_order_relaxed);
  began_nanos_.store(now_nanos, std::memory_order_relaxed);
  most_left_.store(static_cast<int64_t>(limits.most_objects), std::memory_order_relaxed);
  counts_[static_cast<size_t>(step)].begun.fetch_add(1, std::memory_order_relaxed);
  // Whoever sees the burst sees what it is.
  remaining_.store(static_cast<int64_t>(limits.objects), std::memory_order_release);
  return true;
}

bool BurstController::OnBurstObject(bool counts) {
  // Objects that threads drew under interval 0 may still arrive after the end.
  if (!active()) return false;
  if (counts || step() != RunStep::kLong) {
    counts_[static_cast<size_t>(step())].objects.fetch_add(1, std::memory_order_relaxed);
  }
  if (counts && remaining_.fetch_sub(1, std::memory_order_relaxed) == 1) return true;
  return most_left_.fetch_sub(1, std::memory_order_relaxed) == 1 && Abandon();
}

bool BurstController::Tick(uint64_t now_nanos) {
  const uint64_t longest = limits_.steps[static_cast<size_t>(step())].longest_nanos;
  // The burst may have begun after the caller looked at the clock.
  if (!active() || now_nanos < began_nanos_.load(std::memory_order_relaxed) + longest) return false;
  return Abandon();
}

RunTarget BurstController::target() const {
  return {thread_.load(std::memory_order_relaxed), class_id_.load(std::memory_order_relaxed),
          context_.load(std::memory_order_relaxed)};
}

BurstController::StepCounts BurstController::counts(RunStep step) const {
  const AtomicCounts& counts = counts_[static_cast<size_t>(step)];
  return {counts.begun.load(std::memory_order_relaxed),
          counts.objects.load(std::memory_order_relaxed)};
}

}  // namespace heaptwin::agent
