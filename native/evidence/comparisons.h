#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "evidence/events.h"
#include "heap/fingerprint.h"
#include "heap/ids.h"

namespace heaptwin::evidence {

struct MatchCounts {
  uint64_t match = 0;
  uint64_t mismatch = 0;
};

// Comparisons of one context, split by whether the two objects are known to be identical.
struct ComparisonCounts {
  MatchCounts identical;
  MatchCounts different;
  MatchCounts unknown;
  uint64_t different_size = 0;
  std::array<uint64_t, 3> by_origin{};  // by OffsetOrigin of the watched offset

  uint64_t Total() const { return by_origin[0] + by_origin[1] + by_origin[2]; }
  void CountDifferentSize(OffsetOrigin origin);
};

// Content of one side of a comparison; nullopt if it will never be known.
using KnownContent = std::optional<heap::Fingerprint>;

// Comparisons that wait until both objects' contents are known or known to be missing. Not
// thread-safe.
class PendingComparisons {
 public:
  struct Settled {
    heap::ContextId context{};
    bool match = false;
    OffsetOrigin origin = OffsetOrigin::kUniform;
    KnownContent first;
    KnownContent second;

    void CountIn(ComparisonCounts& counts) const;
  };

  // Index of the new comparison, for both objects' pending_comparison.
  uint32_t Add(heap::ContextId context, bool match, OffsetOrigin origin);
  // One side's content became final. Returns the comparison when it was the second side; its index
  // is then free.
  std::optional<Settled> SideIsFinal(uint32_t index, const KnownContent& content);

 private:
  struct Entry {
    Settled comparison;
    int sides_final = 0;
  };

  std::vector<Entry> entries_;
  std::vector<uint32_t> free_;
};

}  // namespace heaptwin::evidence
