#pragma once

#include <cstddef>
#include <cstdint>

#include "heap/ids.h"

namespace heaptwin::evidence {

// The ladder of run lengths: short runs are many, long ones few, and about the same number of
// objects is spent on each step. How long a run is meant to be is decided by who begins it and
// never by what it shows.
enum class RunStep : uint8_t { kShort, kMedium, kLong };
inline constexpr size_t kRunSteps = 3;

// Where a run grows. Several may be open in one thread at a time, told apart by the sequence of
// objects that they follow.
struct RunPlace {
  // All that the thread allocates, while every allocation is sampled.
  static constexpr uint32_t kBurst = 0;
  // The thread's objects of one chosen context.
  static constexpr uint32_t kChosenContext = 1;
  // From here on: kFirstProbe + site, the thread's objects of a probed site.
  static constexpr uint32_t kFirstProbe = 2;

  heap::ThreadIndex thread{};
  uint32_t sequence = kBurst;
  bool operator==(const RunPlace&) const = default;
};

struct RunPlaceHash {
  size_t operator()(const RunPlace& place) const noexcept {
    return heap::Index(place.thread) + 0x9e3779b97f4a7c15ULL * place.sequence;
  }
};

}  // namespace heaptwin::evidence
