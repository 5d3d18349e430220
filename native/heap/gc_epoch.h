#pragma once

#include <atomic>
#include <cstdint>

#include "base/epoch_source.h"

namespace heaptwin::heap {

// The GC epoch as a 64-bit stamp: the number of outermost collection events in the high half and
// the heap's own collection counter in the low half. Events alone are not enough: on JDK 17 the
// class histogram and the heap dump move objects and post nothing, but they do raise the counter.
//
// BeginCollection and EndCollection are for the collection events' thread (HotSpot posts them from
// one thread at a time, with the JVM stopped). Everything else: any thread, async-signal-safe,
// wait-free.
class GcEpoch final : public base::EpochSource {
 public:
  // `total_collections` is CollectedHeap::_total_collections, or nullptr if its address is not
  // known: then silent collections go unnoticed, and the caller must not read objects where the VM
  // has them.
  explicit GcEpoch(const volatile uint32_t* total_collections = nullptr) noexcept;

  // Must happen before any other thread uses this object.
  void SetTotalCollections(const volatile uint32_t* total_collections) noexcept;
  bool KnowsSilentCollections() const noexcept { return total_collections_ != nullptr; }

  // Events nest (a metaspace-triggered pause posts a start inside a start). True if this start is
  // the outermost one.
  bool BeginCollection() noexcept;
  // True if this end is the outermost one. An end without a start (events were switched on inside a
  // collection) is ignored, but begins a new epoch.
  bool EndCollection() noexcept;

  // The stamp of the epoch in force, never 0; 0 while a collection that posted its start is
  // running.
  uint64_t Current() const noexcept override;

  // For the outermost start's callback: the stamp that Current() gave just before this collection,
  // as long as the heap's counter has not moved since, which is before any object moves. Objects
  // that carry this stamp may be read now. 0 outside a collection.
  uint64_t StampBeforeThisCollection() const noexcept;

  // Outermost collections that ended.
  uint64_t Collections() const noexcept;
  // Steps of the heap's counter outside any collection event.
  uint64_t SilentCollections() const noexcept;

 private:
  uint32_t TotalCollections() const noexcept;

  const volatile uint32_t* total_collections_;
  // Outermost starts (plus one, so that no stamp is 0) in the high half, nesting depth in the low
  // half: read in one load.
  std::atomic<uint64_t> state_{uint64_t{1} << 32};
  std::atomic<uint64_t> collections_{0};
  std::atomic<uint64_t> silent_{0};  // up to the last start
  std::atomic<uint32_t> total_at_last_end_{0};
};

}  // namespace heaptwin::heap
