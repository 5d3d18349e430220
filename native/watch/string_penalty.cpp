#include "watch/string_penalty.h"

namespace heaptwin::watch {

bool StringBudget::IsUsedUp(uint64_t now, double reserve) const noexcept {
  const uint64_t elapsed = now > began_ ? now - began_ : 0;
  const double allowed = static_cast<double>(kAdvanceNanos) + kShare * static_cast<double>(elapsed);
  return static_cast<double>(SpentNanos()) > (1 - reserve) * allowed;
}

void StringPenalty::Charge() noexcept {
  const auto so_far = static_cast<uint64_t>(nanos_);
  budget_.Charge(so_far - charged_);
  charged_ = so_far;
}

void StringPenalty::CountPageFaults(uint64_t page_faults) noexcept {
  if (armed_) {
    const auto faults = static_cast<double>(page_faults - page_faults_);
    nanos_ += faults * budget_.speed().page_nanos;
    Charge();
  }
  page_faults_ = page_faults;
}

void StringPenalty::Armed(uint64_t page_faults) noexcept {
  armed_ = true;
  page_faults_ = page_faults;
}

void StringPenalty::Disarmed(uint64_t page_faults) noexcept {
  CountPageFaults(page_faults);
  armed_ = false;
}

void StringPenalty::Sampled(double nanos) noexcept {
  if (!armed_) return;
  nanos_ += nanos * (1 - 1 / budget_.speed().slowdown);
  Charge();
}

bool StringPenalty::IsTooDear(uint64_t page_faults, uint64_t now, double reserve) noexcept {
  CountPageFaults(page_faults);
  return nanos_ > kHarmlessNanos && budget_.IsUsedUp(now, reserve);
}

}  // namespace heaptwin::watch
