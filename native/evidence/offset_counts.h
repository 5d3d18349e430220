#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.h"

namespace heaptwin::evidence {

// How often each offset was accessed. At most kMaxOffsets different ones are told apart (long
// arrays have many); a new one beyond that takes a random one's place, so a draw stays spread over
// the object. total() counts all. Not thread-safe.
class OffsetCounts {
 public:
  static constexpr size_t kMaxOffsets = 512;

  void Add(uint32_t offset, base::Random& random);
  uint64_t total() const { return total_; }
  // (offset, count), by offset.
  const std::vector<std::pair<uint32_t, uint64_t>>& counts() const { return counts_; }
  // An offset with probability proportional to its count; nullopt if there is none.
  std::optional<uint32_t> Draw(base::Random& random) const;

 private:
  std::vector<std::pair<uint32_t, uint64_t>> counts_;
  uint64_t listed_ = 0;  // sum of counts_
  uint64_t total_ = 0;
};

}  // namespace heaptwin::evidence
