#pragma once

#include <cstdint>

namespace heaptwin::base {

// SplitMix64 (Steele, Lea & Flood, OOPSLA 2014): one word of state, cheap enough for signal
// handlers, and equal seeds give equal choices on every machine, which the distributions of
// <random> do not promise. Not for secrets. Not thread-safe; async-signal-safe.
class Random {
 public:
  explicit Random(uint64_t seed) noexcept : state_(seed) {}

  uint64_t Next() noexcept {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  // Uniform in [0, 1).
  double Unit() noexcept { return static_cast<double>(Next() >> 11) * 0x1.0p-53; }
  // Uniform in [0, bound), bound > 0. Lemire's multiplication (TOMACS 2019) without the rejection:
  // the bias is below bound / 2^64.
  uint64_t Below(uint64_t bound) noexcept {
    __extension__ using Wide = unsigned __int128;
    return static_cast<uint64_t>((static_cast<Wide>(Next()) * bound) >> 64);
  }
  // True with this probability.
  bool Chance(double probability) noexcept { return Unit() < probability; }

 private:
  uint64_t state_;
};

}  // namespace heaptwin::base
