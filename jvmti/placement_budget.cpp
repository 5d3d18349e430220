#include "placement_budget.h"

#include <algorithm>

namespace heaptwin::agent {

std::optional<double> PlacementBudget::Rate() const {
  if (readings_.empty()) return std::nullopt;
  const uint64_t elapsed = readings_.back().now - readings_.front().now;
  if (elapsed < kWindowNanos) return std::nullopt;
  return static_cast<double>(readings_.back().compiler - readings_.front().compiler) /
         static_cast<double>(elapsed);
}

void PlacementBudget::Tick(uint64_t now_nanos, uint64_t compiler_nanos) {
  if (!began_) began_ = now_nanos;
  readings_.push_back({now_nanos, compiler_nanos});
  while (readings_.size() > 2 && readings_[1].now + kWindowNanos <= now_nanos) {
    readings_.pop_front();
  }
  if (placed_) Settle(now_nanos, compiler_nanos);
}

// The cost of a placement is what the compilers did until they were quiet again.
void PlacementBudget::Settle(uint64_t now_nanos, uint64_t compiler_nanos) {
  const uint64_t elapsed = now_nanos - placed_->now;
  const bool quiet = elapsed >= kWindowNanos && Rate() && *Rate() < kBusy;
  if (!quiet && elapsed < kLongestNanos) return;
  const auto cost = static_cast<double>(compiler_nanos - placed_->compiler);
  not_before_ = placed_->now + static_cast<uint64_t>(cost / kShare);
  placed_.reset();
}

void PlacementBudget::Placed(uint64_t now_nanos) {
  ++placements_;
  placed_ = Reading{now_nanos, readings_.empty() ? 0 : readings_.back().compiler};
}

bool PlacementBudget::FirstIsEarned(uint64_t now_nanos) const {
  const double expected = std::min(static_cast<double>(kFirstNanos),
                                   kFirstPart * static_cast<double>(readings_.back().compiler));
  return static_cast<double>(now_nanos - *began_) * kShare >= expected;
}

bool PlacementBudget::MayPlace(uint64_t now_nanos) const {
  if (placed_ || now_nanos < not_before_ || !Rate() || *Rate() >= kBusy) return false;
  return placements_ > 0 || FirstIsEarned(now_nanos);
}

}  // namespace heaptwin::agent
