#include "evidence/run_counts.h"

#include <bit>

namespace heaptwin::evidence {

RunCounts& RunLengths::Of(uint64_t objects) {
  const auto octave = static_cast<size_t>(std::bit_width(objects) - 1);
  if (octave >= by_octave_.size()) by_octave_.resize(octave + 1);
  return by_octave_[octave];
}

RunCounts RunLengths::Total() const {
  RunCounts total;
  for (const RunCounts& counts : by_octave_) {
    total.started += counts.started;
    total.dropped += counts.dropped;
    total.cut += counts.cut;
  }
  return total;
}

}  // namespace heaptwin::evidence
