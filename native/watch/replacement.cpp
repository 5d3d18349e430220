#include "watch/replacement.h"

#include <algorithm>
#include <bit>

namespace heaptwin::watch {

std::optional<int> Replacement::Choose(uint32_t usable, uint32_t armed) noexcept {
  armed &= usable;
  for (uint32_t left = armed; left != 0; left &= left - 1) {
    ++offered_[static_cast<size_t>(std::countr_zero(left))];
  }
  const uint32_t free = usable & ~armed;
  if (free != 0) return std::countr_zero(free);

  // Fisher-Yates over the four slots, as they are asked.
  std::array<int, kSlots> order = {0, 1, 2, 3};
  for (size_t asked = 0; asked < order.size(); ++asked) {
    std::swap(order[asked], order[asked + random_.Below(order.size() - asked)]);
    const int slot = order[asked];
    if ((armed >> slot & 1) != 0 && GivesWay(slot)) return slot;
  }
  return std::nullopt;
}

bool Replacement::GivesWay(int slot) noexcept {
  const double offers = static_cast<double>(offered_[static_cast<size_t>(slot)]);
  return random_.Unit() < std::max(1.0 / (offers + 1.0), kFloor);
}

}  // namespace heaptwin::watch
