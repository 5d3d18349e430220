#pragma once

#include <jvmti.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>

namespace heaptwin::agent {

// How often the bytecode of a method was replaced by us. A bytecode index means something only
// within one version: after a retransformation the same index of the same method may be another
// instruction. Most methods are never touched, so the answer for them is one look at a bit.
//
// Thread-safe.
class MethodVersions {
 public:
  // 0 for a method that was never replaced.
  uint32_t Of(jmethodID method) const;
  // The classes of these methods are being replaced, or were.
  void Replaced(std::span<const jmethodID> methods);

 private:
  static constexpr size_t kBits = 8192;
  static size_t BitOf(jmethodID method);

  std::array<std::atomic<uint64_t>, kBits / 64> touched_{};
  mutable std::mutex mutex_;
  std::unordered_map<jmethodID, uint32_t> versions_;
};

}  // namespace heaptwin::agent
