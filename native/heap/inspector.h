#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/epoch_source.h"
#include "base/guarded_copy.h"
#include "base/loss.h"
#include "heap/fingerprint.h"
#include "heap/object_layout.h"

namespace heaptwin::heap {

// One object to read. The layout outlives the call.
struct Reading {
  uint64_t address;
  uint64_t size;  // bytes
  const ObjectLayout* layout;
};

struct ReadingResult {
  bool read = false;
  bool all_zero = false;
  base::Loss loss = base::Loss::kPauseBudget;  // why not, if not read
  Fingerprint fingerprint;
};

// Time that one pause may take.
class PauseBudget {
 public:
  // Starts now.
  explicit PauseBudget(std::chrono::nanoseconds budget) noexcept;
  int64_t UsedNanos() const noexcept;
  int64_t RemainingNanos() const noexcept { return total_ - UsedNanos(); }
  int64_t TotalNanos() const noexcept { return total_; }
  // The first `share` of the same pause.
  PauseBudget First(double share) const noexcept;

 private:
  int64_t start_;
  int64_t total_;
};

// Reads objects by fault-tolerant copies and fingerprints the copies. Buffers are allocated once,
// here: reading allocates nothing. Not thread-safe: each thread that reads has its own.
class Inspector {
 public:
  // Objects with more than `max_content_bytes` of content are not read (kContentTooLarge).
  Inspector(const ContentHasher& hasher, uint64_t max_content_bytes);

  const ContentHasher& hasher() const { return hasher_; }

  // The JVM is stopped: one copy per object. Reads in the given order, until the next batch would
  // not fit into the budget by its estimated cost; the rest keeps kPauseBudget. So a random order
  // gives a random subset. An object too dear for even the whole budget is passed over. Returns how
  // many of the results are settled; fewer than all means that the budget is used up.
  size_t InspectStopped(std::span<const Reading> readings, std::span<ReadingResult> results,
                        const PauseBudget& budget) noexcept;

  // The JVM runs: two copies per object, kept if their contents agree (kContentChanged) and the
  // epoch was `stamp` before the first and after the second (kStaleEpoch).
  void InspectRunning(std::span<const Reading> readings, std::span<ReadingResult> results,
                      const base::EpochSource& epoch, uint64_t stamp) noexcept;

  // Of a copy made before; `copy` holds the object's bytes from its start and is changed.
  ReadingResult Evaluate(const Reading& reading, uint8_t* copy) const noexcept {
    return Evaluate(reading, Copy{copy, true});
  }

 private:
  static constexpr size_t kBatch = 32;
  static constexpr size_t kBatchBytes = size_t{64} * 1024;
  static constexpr uint64_t kStretchBytes = uint64_t{16} * 1024;
  static constexpr uint64_t kMostBetween = 256;  // bytes between two objects of a stretch

  struct Copy {
    uint8_t* bytes;
    bool copied;
  };

  size_t BatchFrom(std::span<const Reading> readings, size_t first) const noexcept;
  size_t StretchFrom(std::span<const Reading> batch, size_t first) const noexcept;
  // Fills copies_, one per reading.
  void CopyBatch(std::span<const Reading> batch, uint8_t* buffer) noexcept;
  ReadingResult Evaluate(const Reading& reading, const Copy& object) const noexcept;
  bool TooLarge(const Reading& reading) const noexcept;

  ContentHasher hasher_;
  uint64_t max_content_bytes_;
  std::unique_ptr<uint8_t[]> buffer_;
  std::unique_ptr<uint8_t[]> second_buffer_;
  uint64_t buffer_bytes_ = 0;  // of each
  std::vector<base::CopyRequest> requests_;
  std::vector<Copy> copies_;
};

}  // namespace heaptwin::heap
