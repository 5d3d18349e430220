#include "evidence/offset_counts.h"

#include <algorithm>

namespace heaptwin::evidence {

void OffsetCounts::Add(uint32_t offset, base::Random& random) {
  ++total_;
  const auto position = [&] {
    return std::lower_bound(counts_.begin(), counts_.end(),
                            std::pair<uint32_t, uint64_t>{offset, 0});
  };
  auto place = position();
  if (place != counts_.end() && place->first == offset) {
    ++place->second;
    ++listed_;
    return;
  }
  if (counts_.size() >= kMaxOffsets) {
    const auto victim = counts_.begin() + static_cast<std::ptrdiff_t>(random.Below(counts_.size()));
    listed_ -= victim->second;
    counts_.erase(victim);
    place = position();
  }
  counts_.insert(place, {offset, 1});
  ++listed_;
}

std::optional<uint32_t> OffsetCounts::Draw(base::Random& random) const {
  if (listed_ == 0) return std::nullopt;
  uint64_t left = random.Below(listed_);
  for (const auto& [offset, count] : counts_) {
    if (left < count) return offset;
    left -= count;
  }
  return std::nullopt;
}

}  // namespace heaptwin::evidence
