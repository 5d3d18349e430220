#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/random.h"

namespace heaptwin::watch {

inline constexpr int kSlots = 4;  // debug registers of x86-64

// Decides which watchpoint gives way when an object is offered and all are armed. A slot that was
// offered n objects since it was armed is replaced with probability 1/(n+1), but at least kFloor;
// the slots are asked in random order. So an old watch survives with a heavy tail (long reuse stays
// observable) while new objects keep entering, and being replaced does not depend on what the
// watched word will do: replaced watches are independently censored (Witch, Wen et al., ASPLOS
// 2018, with a floor added so that late phases do not starve). One instance per thread;
// async-signal-safe.
class Replacement {
 public:
  static constexpr double kFloor = 1.0 / 1024;

  explicit Replacement(uint64_t seed) noexcept : random_(seed) {}

  // The slot to use for a new object: a free one (bit not set in `armed`, bit set in `usable`),
  // else one to replace, else nullopt: the object is not watched. Counts as an offer to every armed
  // slot.
  std::optional<int> Choose(uint32_t usable, uint32_t armed) noexcept;

  // Slot `slot` was armed for a new object.
  void OnArmed(int slot) noexcept { offered_[static_cast<size_t>(slot)] = 0; }

 private:
  bool GivesWay(int slot) noexcept;

  std::array<uint64_t, kSlots> offered_{};
  base::Random random_;
};

}  // namespace heaptwin::watch
