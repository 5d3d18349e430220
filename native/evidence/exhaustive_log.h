#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "evidence/events.h"
#include "heap/fingerprint.h"
#include "heap/ids.h"

namespace heaptwin::evidence {

enum class ExhaustiveState : uint32_t {
  kUnread,
  kRead,
  kReadZero,  // read, and all of it zero
  kCopied,    // its bytes are kept until the layout of its class is known
  kLost,
};

// One allocated object that no collection has ended the epoch of.
struct ExhaustiveObject {
  uint64_t address = 0;  // kCopied: where its bytes begin in the chunk's copies
  heap::Fingerprint fingerprint;
  uint32_t size_words = 0;  // 8 bytes each
  uint32_t context : 28 = 0;
  uint32_t state : 4 = 0;  // an ExhaustiveState

  ExhaustiveState State() const { return static_cast<ExhaustiveState>(state); }
  void SetState(ExhaustiveState wanted) { state = static_cast<uint32_t>(wanted); }
  uint64_t Size() const { return uint64_t{size_words} * 8; }  // bytes
};

// Consecutive objects of one thread within one epoch.
struct ExhaustiveChunk {
  static constexpr size_t kObjects = 1024;

  uint64_t stamp = 0;
  heap::ThreadIndex thread{};
  size_t count = 0;
  bool inspected = false;
  std::vector<uint8_t> copies;
  std::array<ExhaustiveObject, kObjects> objects;
};

// Objects of one context and thread that were counted and not kept.
struct ExhaustiveDropped {
  heap::ContextId context{};
  heap::ThreadIndex thread{};
  uint64_t objects = 0;
  uint64_t bytes = 0;
};

// Every allocation of the epochs that are not evaluated yet, by thread and in order. Bounded: what
// does not fit is only counted.
//
// Thread-safe; each thread has a mutex of its own, which nobody else takes but the inspection and
// the evaluation.
class ExhaustiveLog {
 public:
  enum class Result {
    kKept,
    kStale,  // the epoch was inspected already: read the address again
    kFull,   // counted, not kept
  };

  // Thread indices are at most `max_threads`.
  ExhaustiveLog(size_t max_threads, size_t max_objects);

  Result Append(const Allocation& allocation);

  // Marks every thread's epoch up to `stamp` as inspected and calls `visit(chunk)` for each chunk
  // of that epoch.
  template <typename Visit>
  void Inspect(uint64_t stamp, Visit visit) {
    for (Thread& thread : threads_) {
      const std::lock_guard lock(thread.mutex);
      thread.inspected_up_to = stamp;
      for (auto& chunk : thread.chunks) {
        if (chunk->stamp != stamp || chunk->inspected) continue;
        chunk->inspected = true;
        visit(*chunk);
      }
    }
  }

  // Takes out the chunks of all epochs before `current`, oldest epoch first, each thread's in
  // order. 0 takes all.
  std::vector<std::unique_ptr<ExhaustiveChunk>> TakeClosed(uint64_t current);
  // Each is handed out once.
  std::vector<ExhaustiveDropped> TakeDropped();
  // `chunks` were evaluated: their room is free again.
  void Release(size_t chunks) { used_chunks_.fetch_sub(chunks, std::memory_order_relaxed); }

  uint64_t appended() const { return appended_.load(std::memory_order_relaxed); }

 private:
  struct Thread {
    std::mutex mutex;
    uint64_t inspected_up_to = 0;
    std::vector<std::unique_ptr<ExhaustiveChunk>> chunks;
    std::unordered_map<uint32_t, ExhaustiveDropped> dropped;  // by context
  };

  // The chunk that the thread's next object goes to; null if there is no room.
  ExhaustiveChunk* Room(Thread& thread, heap::ThreadIndex index, uint64_t stamp);

  const size_t max_chunks_;
  std::atomic<size_t> used_chunks_{0};
  std::atomic<uint64_t> appended_{0};
  std::vector<Thread> threads_;
};

}  // namespace heaptwin::evidence
