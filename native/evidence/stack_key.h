#pragma once

#include <cstdint>
#include <span>

namespace heaptwin::evidence {

// One frame as JVMTI gives it, before any name is resolved.
struct RawFrame {
  uint64_t method;  // jmethodID
  int64_t bci;      // jlocation; -1 for native methods
};

// A frame's name, by number within one recording.
using FrameName = uint32_t;

// 128-bit hash of a stack: equal stacks, equal keys. Two different stacks collide with probability
// 2^-128.
struct StackKey {
  uint64_t low = 0;
  uint64_t high = 0;

  // Any thread. No allocation for up to 128 frames.
  static StackKey Of(std::span<const RawFrame> frames) noexcept;
  bool operator==(const StackKey&) const = default;
};

}  // namespace heaptwin::evidence
