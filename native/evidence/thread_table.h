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

// Threads by index; a record never moves. Not thread-safe.
class ThreadTable {
 public:
  heap::ThreadIndex Add(std::string name) {
    threads_.push_back({std::move(name), {}, std::nullopt});
    return heap::ThreadIndex{static_cast<uint32_t>(threads_.size() - 1)};
  }
  ThreadRecord& at(heap::ThreadIndex thread) { return threads_[heap::Index(thread)]; }
  const std::deque<ThreadRecord>& all() const { return threads_; }

 private:
  std::deque<ThreadRecord> threads_;
};

}  // namespace heaptwin::evidence
