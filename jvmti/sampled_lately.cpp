#include "sampled_lately.h"

namespace heaptwin::agent {

void SampledLately::Remember(const evidence::Allocation& allocation) {
  entries_[next_++ % entries_.size()] = {allocation.stamp, allocation.size, allocation.class_id,
                                         true};
}

bool SampledLately::MayBeFromEarlierEpoch(heap::ClassId class_id, uint64_t size, uint64_t stamp) {
  for (Entry& entry : entries_) {
    if (!entry.used || entry.stamp == stamp) continue;
    if (entry.class_id != class_id || entry.size != size) continue;
    entry.used = false;
    return true;
  }
  return false;
}

}  // namespace heaptwin::agent
