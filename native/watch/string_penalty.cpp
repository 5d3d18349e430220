#include "watch/string_penalty.h"

namespace heaptwin::watch {

void StringPenalty::CountPageFaults(const base::ThreadUsage& usage) noexcept {
  if (armed_) nanos_ += static_cast<double>(usage.page_faults - page_faults_) * speed_.page_nanos;
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
  if (armed_) nanos_ += nanos * (1 - 1 / speed_.slowdown);
}

bool StringPenalty::IsTooDear(const base::ThreadUsage& usage) noexcept {
  if (!begun_) {
    begun_ = true;
    cpu_at_begin_ = usage.cpu_nanos;
  }
  CountPageFaults(usage);
  return nanos_ > kAdvanceNanos + kShare * static_cast<double>(usage.cpu_nanos - cpu_at_begin_);
}

}  // namespace heaptwin::watch
