#include "long_targets.h"

namespace heaptwin::agent {

bool LongTargets::Take(heap::ContextId context) {
  uint64_t& runs = runs_[static_cast<uint32_t>(context)];
  if (context != current_) {
    ++passed_;
    const bool seeking = !current_.has_value();
    if (!seeking && passed_ < kPatience) return false;
    if (runs >= wanted_) {
      // All that allocate have enough: another round.
      if (seeking && passed_ >= kPatience) wanted_ += kEnough;
      return false;
    }
    current_ = context;
  }
  passed_ = 0;
  if (++runs >= wanted_) current_.reset();
  return true;
}

}  // namespace heaptwin::agent
