#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace heaptwin::heap {

// 128-bit hash of an object's content. Two different contents collide with probability about
// 2^-128.
struct Fingerprint {
  uint64_t low = 0;
  uint64_t high = 0;
  bool operator==(const Fingerprint&) const = default;
};

// Hashes contents with a secret of its own, so that a profile does not give away small values (an
// int has few enough to try them all) and fingerprints of two hashers never compare. Immutable: any
// thread, async-signal-safe.
class ContentHasher {
 public:
  // A secret from getrandom(2); if that fails, from the clock and the address space's layout.
  static ContentHasher WithRandomSecret();
  // For tests: the same seed, the same fingerprints.
  static ContentHasher WithSeed(uint64_t seed);

  Fingerprint Hash(std::span<const uint8_t> content) const noexcept;

 private:
  static constexpr size_t kSecretBytes = 192;

  explicit ContentHasher(std::span<const uint8_t> entropy);

  std::array<uint8_t, kSecretBytes> secret_;
};

// True if there are bytes and all of them are zero. An object without content is not "all zero": it
// cannot have been seen before it was filled.
bool AllZero(std::span<const uint8_t> content) noexcept;

}  // namespace heaptwin::heap
