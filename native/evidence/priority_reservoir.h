#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heaptwin::evidence {

// A uniform random subset of a stream: each item comes with a uniform 64-bit priority, and those
// with the smallest are kept. Bottom-k sampling (Cohen & Kaplan, "Summarizing data using bottom-k
// sketches", PODC 2007) instead of the usual replacement by position, because lowering one common
// limit then thins many reservoirs at the same rate and leaves each a uniform subset. Not
// thread-safe.
template <typename Item>
class PriorityReservoir {
 public:
  struct Entry {
    uint64_t priority;
    Item item;
  };

  // Calls `displaced(item)` for the item that had to go, which may be the offered one.
  template <typename Displaced>
  void Offer(uint64_t priority, Item item, size_t capacity, uint64_t limit, Displaced displaced) {
    const bool full = entries_.size() >= capacity;
    if (priority > limit || capacity == 0 || (full && priority >= entries_.front().priority)) {
      displaced(item);
      return;
    }
    if (full) PopLargest(displaced);
    entries_.push_back({priority, std::move(item)});
    std::push_heap(entries_.begin(), entries_.end(), Less);
  }

  // Drops what lies above the limit.
  template <typename Displaced>
  void Thin(uint64_t limit, Displaced displaced) {
    while (!entries_.empty() && entries_.front().priority > limit) PopLargest(displaced);
  }

  // A held item that satisfies the condition, which may be changed in place; nullptr if there is
  // none. Valid until the next Offer or Thin.
  template <typename Condition>
  Item* Find(Condition condition) {
    for (Entry& entry : entries_) {
      if (condition(entry.item)) return &entry.item;
    }
    return nullptr;
  }

  // In no particular order.
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  static bool Less(const Entry& a, const Entry& b) { return a.priority < b.priority; }

  template <typename Displaced>
  void PopLargest(Displaced displaced) {
    std::pop_heap(entries_.begin(), entries_.end(), Less);
    displaced(entries_.back().item);
    entries_.pop_back();
  }

  std::vector<Entry> entries_;  // heap, largest priority first
};

}  // namespace heaptwin::evidence
