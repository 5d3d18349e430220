#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "heap/ids.h"

namespace heaptwin::agent {

// Weak references that the recording gave up, kept until their objects are gone. Deleting one while
// G1 marks concurrently marks its object live: the null that goes into the handle is stored with
// G1's pre-barrier (HotSpot, G1BarrierSet::AccessBarrier::oop_store_not_in_heap). An object that
// was dead, and the region around it, then stays for another cycle. Asking whether a reference is
// cleared has no such effect, and deleting one that is cleared has none either. One thread.
class ReleasedHandles {
 public:
  // So many wait at most: each costs the collector a few nanoseconds in a pause.
  static constexpr size_t kMost = 65536;
  // So many are asked after a collection, in turn.
  static constexpr size_t kAsked = 8192;

  void Add(const std::vector<heap::WeakHandle>& handles);

  // Takes out those whose object is gone, as `is_cleared` tells. Collections alone clear
  // references, so this is for after one.
  template <typename IsCleared>
  std::vector<heap::WeakHandle> TakeCleared(IsCleared&& is_cleared) {
    std::vector<heap::WeakHandle> cleared;
    if (next_ >= waiting_.size()) next_ = 0;
    const size_t end = std::min(next_ + kAsked, waiting_.size());
    size_t kept = next_;
    for (size_t i = next_; i < end; ++i) {
      if (is_cleared(waiting_[i])) {
        cleared.push_back(waiting_[i]);
      } else {
        waiting_[kept++] = waiting_[i];
      }
    }
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(kept),
                   waiting_.begin() + static_cast<std::ptrdiff_t>(end));
    next_ = kept;
    return cleared;
  }

  // Takes out the oldest of more than kMost. Nearly all of those refer to objects that live.
  std::vector<heap::WeakHandle> TakeExcess();

  std::vector<heap::WeakHandle> TakeAll();

 private:
  std::vector<heap::WeakHandle> waiting_;  // oldest first
  size_t next_ = 0;                        // the first that was not asked in this turn
};

}  // namespace heaptwin::agent
