#pragma once

#include <jvmti.h>

#include <bitset>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "memory_stack.h"

namespace heaptwin::agent {

inline bool SameFrame(const jvmtiFrameInfo& left, const jvmtiFrameInfo& right) {
  return left.method == right.method && left.location == right.location;
}

// What JVMTI sees in each frame that lies in memory: for a compiled one the methods inlined into it
// and its own, for an interpreted one its method. Learnt from stacks that were read both ways; a
// new stack of known frames then needs no JVMTI.
//
// Thread-safe; holds no lock across calls. Bounded: beyond kMostFrames it begins anew.
class InlinedFrames {
 public:
  // JVMTI's account of a stack, as far as `out` reaches: the number of frames, or nullopt if a
  // frame is not known.
  std::optional<size_t> Compose(std::span<const MemoryStack::Frame> frames,
                                std::span<jvmtiFrameInfo> out);

  // `seen` is JVMTI's account of the same stack, complete. `method_of` gives the jmethodID that a
  // compiled frame was made for, 0 if unknown: JVMTI's frames of it end with that method. Learns a
  // frame when there is only one way to divide `seen` among the frames, as far as that frame is
  // concerned: a method that is inlined into itself ends a frame in more places than one.
  void Learn(std::span<const MemoryStack::Frame> frames, std::span<const jvmtiFrameInfo> seen,
             const std::function<uint64_t(const MemoryStack::Frame&)>& method_of);

 private:
  static constexpr size_t kMostFrames = 65'536;

  using Expansion = std::vector<jvmtiFrameInfo>;
  // Numbers of JVMTI's frames.
  using Numbers = std::bitset<MemoryStack::kMost + 1>;
  // What is known of one frame: all of JVMTI's frames of it, or the last one's method.
  struct Part {
    std::optional<Expansion> expansion;
    uint64_t last_method = 0;  // 0: unknown
  };
  struct Hash {
    size_t operator()(const MemoryStack::Frame& frame) const noexcept {
      return (frame.method ^ (static_cast<uint64_t>(frame.bci) << 40U)) * 0x9e3779b97f4a7c15ULL;
    }
  };
  struct Equal {
    bool operator()(const MemoryStack::Frame& left, const MemoryStack::Frame& right) const {
      return left.method == right.method && left.bci == right.bci;
    }
  };
  Part PartOf(const MemoryStack::Frame& frame,
              const std::function<uint64_t(const MemoryStack::Frame&)>& method_of) const;
  // If so many of JVMTI's frames may lie above a part, so many may lie above what follows it; and
  // the other way round.
  static Numbers After(const Part& part, const Numbers& above,
                       std::span<const jvmtiFrameInfo> seen);
  static Numbers Before(const Part& part, const Numbers& next,
                        std::span<const jvmtiFrameInfo> seen);

  std::mutex mutex_;
  std::unordered_map<MemoryStack::Frame, Expansion, Hash, Equal> expansions_;
};

}  // namespace heaptwin::agent
