#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "evidence/stack_key.h"
#include "heap/ids.h"

namespace heaptwin::agent {

// The contexts of stacks that were seen before, by their frames as they lie in memory. Those with
// interpreted frames are forgotten when code is replaced, because positions in it then mean
// something else. What is left to go wrong is not assumed away: one in kCheckEach is walked by
// JVMTI all the same, and if the two disagree more than once in a hundred times, nothing is taken
// from here any more.
//
// Thread-safe. Bounded: 2^15 stacks, of which a new one displaces an old one.
class KnownStacks {
 public:
  struct Known {
    heap::ContextId context;
    bool truncated = false;  // deeper than a context keeps
  };
  // A stack, what else its context depends on, such as the class, and the generation() before it
  // was read.
  struct Seen {
    evidence::StackKey key;
    bool interpreted = false;  // some frames are
    uint64_t kind = 0;
    uint64_t generation = 0;
  };
  static constexpr uint64_t kCheckEach = 64;

  KnownStacks() : entries_(kEntries) {}

  std::optional<Known> Find(const Seen& seen);
  void Remember(const Seen& seen, Known known);
  // One more each time that code was replaced.
  uint64_t generation() const { return generation_.load(std::memory_order_relaxed); }
  // The code of some methods was replaced.
  void ForgetInterpreted() { generation_.fetch_add(1, std::memory_order_relaxed); }

  // Whether the stack just found is to be walked as well.
  bool Check() const { return found_.load(std::memory_order_relaxed) % kCheckEach == 0; }
  void Checked(bool agrees);
  bool trusted() const { return trusted_.load(std::memory_order_relaxed); }

  uint64_t found() const { return found_.load(std::memory_order_relaxed); }

 private:
  static constexpr size_t kEntries = size_t{1} << 15;
  static constexpr size_t kWays = 4;

  struct Entry {
    evidence::StackKey key;
    uint64_t kind = 0;
    uint64_t generation = 0;  // kForEver without interpreted frames
    Known known{};
    bool used = false;
    bool Is(const Seen& seen) const { return used && key == seen.key && kind == seen.kind; }
  };

  static constexpr uint64_t kForEver = ~uint64_t{0};
  // Where the stack may be: kWays entries from there on.
  Entry* First(const Seen& seen);
  static uint64_t GenerationOf(const Seen& seen);

  std::mutex mutex_;  // guards the two below
  std::vector<Entry> entries_;
  size_t next_way_ = 0;
  std::atomic<uint64_t> generation_{0};
  std::atomic<uint64_t> found_{0};
  std::atomic<uint64_t> checked_{0};
  std::atomic<uint64_t> refuted_{0};
  std::atomic<bool> trusted_{true};
};

}  // namespace heaptwin::agent
