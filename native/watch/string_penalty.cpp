#include "watch/string_penalty.h"

namespace heaptwin::watch {
namespace {

double Allowed(uint64_t nanos) noexcept {
  return static_cast<double>(StringBudget::kAdvanceNanos) +
         StringBudget::kShare * static_cast<double>(nanos);
}

}  // namespace

bool StringBudget::IsUsedUp(uint64_t now) const noexcept {
  return static_cast<double>(SpentNanos()) > Allowed(now > began_ ? now - began_ : 0);
}

void StringPenalty::Charge() noexcept {
  const auto so_far = static_cast<uint64_t>(nanos_);
  budget_.Charge(so_far - charged_);
  charged_ = so_far;
}

void StringPenalty::CountPageFaults(const base::ThreadUsage& usage) noexcept {
  if (armed_) {
    const auto faults = static_cast<double>(usage.page_faults - page_faults_);
    nanos_ += faults * budget_.speed().page_nanos;
    Charge();
  }
  page_faults_ = usage.page_faults;
}

void StringPenalty::Armed(const base::ThreadUsage& usage) noexcept {
  armed_ = true;
  page_faults_ = usage.page_faults;
}

void StringPenalty::Disarmed(const base::ThreadUsage& usage) noexcept {
  CountPageFaults(usage);
  armed_ = false;
}

void StringPenalty::Sampled(double nanos) noexcept {
  if (!armed_) return;
  nanos_ += nanos * (1 - 1 / budget_.speed().slowdown);
  Charge();
}

bool StringPenalty::IsTooDear(const base::ThreadUsage& usage, uint64_t now) noexcept {
  if (!begun_) {
    begun_ = true;
    cpu_at_begin_ = usage.cpu_nanos;
  }
  CountPageFaults(usage);
  if (nanos_ > Allowed(usage.cpu_nanos - cpu_at_begin_)) return true;
  return nanos_ > kHarmlessNanos && budget_.IsUsedUp(now);
}

}  // namespace heaptwin::watch
