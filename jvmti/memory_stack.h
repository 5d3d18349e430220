#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "evidence/stack_key.h"

namespace heaptwin::agent {

// The frames of a Java stack as they lie in memory, the uppermost first. A compiled frame is its
// return address and its compilation's number, whatever was inlined into it; an interpreted one its
// jmethodID and bytecode index. Addresses of code are used again, these numbers are not, so equal
// frames are equal code.
class MemoryStack {
 public:
  using Frame = evidence::RawFrame;
  // Methods inlined into one frame count once, so as many frames as JVMTI is asked for hold at
  // least as many methods.
  static constexpr size_t kMost = 137;

  void AddCompiled(uintptr_t pc, int32_t compile_id) { frames_[count_++] = {pc, compile_id}; }
  // `bci` is -1 for native methods.
  void AddInterpreted(uint64_t method_id, int64_t bci) {
    // Addresses are positive numbers, so no compiled frame looks like this.
    frames_[count_++] = {~method_id, bci};
    interpreted_ = true;
  }
  void ReachedEnd() { whole_ = true; }

  bool full() const { return count_ == frames_.size(); }
  // Down to the thread's first frame.
  bool whole() const { return whole_; }
  // Some frames are: what they say is void when their code is replaced.
  bool interpreted() const { return interpreted_; }
  std::span<const Frame> frames() const { return {frames_.data(), count_}; }
  evidence::StackKey Key() const { return evidence::StackKey::Of(frames()); }

  static bool IsInterpreted(const Frame& frame) { return frame.method >> 63U != 0; }
  static uint64_t MethodId(const Frame& interpreted) { return ~interpreted.method; }

 private:
  std::array<Frame, kMost> frames_;
  size_t count_ = 0;
  bool whole_ = false;
  bool interpreted_ = false;
};

}  // namespace heaptwin::agent
