#include "heap/address_index.h"

#include <algorithm>
#include <bit>

namespace heaptwin::heap {

AddressIndex::AddressIndex(size_t capacity)
    : heads_(std::bit_ceil(std::max<size_t>(capacity, 1) * 2), kNone), entries_(capacity) {}

size_t AddressIndex::BucketOf(unsigned size_class, uint64_t block) const {
  uint64_t hash = (block << 6 | size_class) * 0x9e3779b97f4a7c15ULL;
  hash ^= hash >> 32;
  return hash & (heads_.size() - 1);
}

void AddressIndex::Insert(uint32_t slot, uint64_t address, uint64_t size) {
  const unsigned covering = static_cast<unsigned>(std::bit_width(std::max<uint64_t>(size, 1) - 1));
  const unsigned size_class = std::clamp(covering, kSmallest, kClasses - 1);
  uint32_t& head = heads_[BucketOf(size_class, address >> size_class)];
  entries_[slot] = {address, size, head, static_cast<uint8_t>(size_class), true};
  head = slot;
  ++per_class_[size_class];
}

void AddressIndex::Erase(uint32_t slot) {
  Entry& entry = entries_[slot];
  if (!entry.filed) return;
  uint32_t* link = &heads_[BucketOf(entry.size_class, entry.address >> entry.size_class)];
  while (*link != slot) link = &entries_[*link].next;
  *link = entry.next;
  --per_class_[entry.size_class];
  entry.filed = false;
}

}  // namespace heaptwin::heap
