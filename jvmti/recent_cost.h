#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace heaptwin::agent {

// What one piece of our work cost lately, smoothed over the times it is asked: the first ones meet
// nothing but unknown stacks and are far dearer than the rest. Not thread-safe.
class RecentCost {
 public:
  // From the totals so far, such as a CostMeter's. Nanoseconds each; nullopt if nothing was added.
  std::optional<double> Update(uint64_t count, uint64_t nanos) {
    if (count == count_before_) return std::nullopt;
    const double each = static_cast<double>(nanos - std::min(nanos, nanos_before_)) /
                        static_cast<double>(count - count_before_);
    count_before_ = count;
    nanos_before_ = nanos;
    constexpr double kWeight = 0.2;
    nanos_each_ = nanos_each_ == 0 ? each : (1 - kWeight) * nanos_each_ + kWeight * each;
    return nanos_each_;
  }

  // As Update gave it last; 0 if it never did.
  double each() const { return nanos_each_; }

 private:
  uint64_t count_before_ = 0;
  uint64_t nanos_before_ = 0;
  double nanos_each_ = 0;
};

}  // namespace heaptwin::agent
