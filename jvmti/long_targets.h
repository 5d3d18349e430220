#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "heap/ids.h"

namespace heaptwin::agent {

// Whose long run is next. Long runs are so dear that all contexts in turn would each get a few, of
// which nothing follows: an interval needs five and a bound ten. So one context has them until it
// has enough, then another. What was seen in the runs plays no part.
//
// Not thread-safe.
class LongTargets {
 public:
  // A long run is due, and an object of this context could begin it: shall it?
  bool Take(heap::ContextId context);

 private:
  static constexpr uint64_t kEnough = 12;     // runs in a row
  static constexpr uint64_t kPatience = 100;  // other contexts' objects until a context is given up

  std::optional<heap::ContextId> current_;
  uint64_t passed_ = 0;  // since the last run
  uint64_t wanted_ = kEnough;
  std::unordered_map<uint32_t, uint64_t> runs_;
};

}  // namespace heaptwin::agent
