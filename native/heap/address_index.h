#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace heaptwin::heap {

// Finds which registered interval [address, address + size) holds an address. Intervals are filed
// by the power of two that covers their size (at least a page): one of class c spans at most two
// blocks of 2^c bytes, so a lookup asks for the address's block and the one below, per class in
// use. Insert and Erase are O(1) on average. Intervals of past epochs may stay filed; the caller
// tells them apart. Not thread-safe.
class AddressIndex {
 public:
  explicit AddressIndex(size_t capacity);

  // `slot` < capacity, not filed yet.
  void Insert(uint32_t slot, uint64_t address, uint64_t size);
  void Erase(uint32_t slot);

  // First slot whose interval holds `address` and which `accept(slot)` accepts, or kNone.
  template <typename Accept>
  uint32_t Find(uint64_t address, Accept accept) const {
    for (unsigned size_class = kSmallest; size_class < kClasses; ++size_class) {
      if (per_class_[size_class] == 0) continue;
      const uint64_t block = address >> size_class;
      for (uint64_t candidate = block == 0 ? 0 : block - 1; candidate <= block; ++candidate) {
        const uint32_t found = FindInBlock(size_class, candidate, address, accept);
        if (found != kNone) return found;
      }
    }
    return kNone;
  }

  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

 private:
  static constexpr unsigned kSmallest = 12;
  static constexpr unsigned kClasses = 48;

  struct Entry {
    uint64_t address = 0;
    uint64_t size = 0;
    uint32_t next = kNone;
    uint8_t size_class = 0;
    bool filed = false;
  };

  size_t BucketOf(unsigned size_class, uint64_t block) const;

  template <typename Accept>
  uint32_t FindInBlock(unsigned size_class, uint64_t block, uint64_t address, Accept accept) const {
    uint32_t slot = heads_[BucketOf(size_class, block)];
    for (; slot != kNone; slot = entries_[slot].next) {
      const Entry& entry = entries_[slot];
      if (address >= entry.address && address - entry.address < entry.size && accept(slot)) break;
    }
    return slot;
  }

  std::vector<uint32_t> heads_;
  std::vector<Entry> entries_;
  std::array<uint32_t, kClasses> per_class_{};
};

}  // namespace heaptwin::heap
