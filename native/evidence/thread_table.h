#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "evidence/allocation_totals.h"
#include "heap/ids.h"

namespace heaptwin::evidence {

struct ThreadRecord {
  std::string name;
  AllocationTotals totals;
  std::optional<uint64_t> allocated_bytes;  // the VM's own count
};

// Threads by index; a record never moves. Bounded, because programs start threads for ever: beyond
// the limit all share one record. Not thread-safe.
class ThreadTable {
 public:
  explicit ThreadTable(size_t max_threads) : max_threads_(max_threads) {}

  heap::ThreadIndex Add(std::string name) {
    if (overflow_) return *overflow_;
    const heap::ThreadIndex index{static_cast<uint32_t>(threads_.size())};
    if (threads_.size() >= max_threads_) {
      name = "(other threads: the limit of threads was reached)";
      overflow_ = index;
    }
    threads_.push_back({std::move(name), {}, std::nullopt});
    return index;
  }
  bool IsOverflow(heap::ThreadIndex thread) const { return overflow_ == thread; }
  ThreadRecord& at(heap::ThreadIndex thread) { return threads_[heap::Index(thread)]; }
  const std::deque<ThreadRecord>& all() const { return threads_; }

 private:
  size_t max_threads_;
  std::deque<ThreadRecord> threads_;
  std::optional<heap::ThreadIndex> overflow_;
};

}  // namespace heaptwin::evidence
