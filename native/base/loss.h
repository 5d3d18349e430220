#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heaptwin::base {

// Every way in which heaptwin fails to see something. Each is counted where it happens and printed
// in the report; a reading that is dropped without a Loss is a defect. Add an enumerator here and
// its name in loss.cpp.
enum class Loss : uint8_t {
  // Access samples and traps.
  kRingFull,          // the drain thread was too slow
  kAsynchronousTrap,  // SIGTRAP was blocked when the event fired: the registers belong to something
                      // else
  kUndecodable,       // no memory operand at, or straight after, the interrupted ip
  kCodeUnreadable,    // the bytes at ip could not be copied
  kValueUnreadable,   // the accessed word could not be copied
  kHeaderAccess,      // the access hit the object header
  kUnregisteredObject,       // the address lies in no registered object
  kStaleEpoch,               // the address belongs to an earlier GC epoch
  kSlotReplaced,             // an armed watchpoint gave way to a newer object before it was hit
  kArmedAtEnd,               // not hit before the recording or its thread ended
  kNoSlot,                   // all slots are held by objects that the replacement policy kept
  kWatchpointUnavailable,    // the kernel refused a debug register (ENOSPC: a debugger holds some)
  kTrapsAllWrites,           // re-armed three times, every trap was a write
  kArmingBudget,             // not armed: the budget of traps per second was used up
  kStringBudget,             // not armed, or given up: string instructions were slowed too much
  kUnpairedTrap,             // the trapped object found no sibling in its epoch
  kAlreadyCompared,          // the trapped object had its comparison, or waits for a partner
  kThreadProbesUnavailable,  // the thread's events could not be opened (EMFILE, ENOMEM, EACCES)
  // Objects and contents.
  kTableFull,          // registered object evicted at random
  kNotRelocated,       // survivor whose new address was not asked for: too many, or too late
  kHumongous,          // not followed past its first collection: see WeakReferences
  kAddressUnsettled,   // the epoch rule could not be met when the object was registered
  kClassUnknown,       // no layout learned yet
  kClassWordMismatch,  // the header at the address did not name the expected class
  kContentUnreadable,  // guarded copy failed
  kContentChanged,     // two copies between collections disagreed
  kContentTooLarge,    // object above the size that is fingerprinted
  kPauseBudget,        // not inspected: the inspection's budget was used up
  kEpochClosedUnread,  // the epoch ended without an inspection (a collection without events)
  kContentReservoir,   // read, but displaced from the bounded reservoir of its context
  kContextOverflow,    // too many contexts; counted in the overflow context
  kThreadOverflow,     // too many threads; counted in the overflow thread
  kStackTruncated,     // deeper than 128 frames
  kStackUnavailable,   // the VM gave no stack
  kStackMistaken,  // two stacks that looked the same in memory were not; seen by spot checks only
  // Bursts.
  kRunDropped,    // no content could be read
  kRunReservoir,  // read, but displaced from the bounded reservoir of its context
  kRunCut,        // shortened by a collection, an unread object or a bound
  // Probes.
  kSiteNotProbed,    // a chosen site could not be probed
  kProbedBySampler,  // not registered by its probe: the VM's sampler had registered it
  kProbeElsewhere,   // a probe was hit in code that its site no longer describes
  // Exhaustive recordings.
  kExhaustiveTableFull,     // counted, not kept: too many objects between two collections
  kExhaustiveContentsFull,  // read, and its content was one more than can be told apart
  kCount
};

// Stable name used in profiles and reports, e.g. "ring full". Any thread; signal-safe.
const char* LossName(Loss loss) noexcept;

// Thread-safe and async-signal-safe counters, one per Loss.
class LossCounters {
 public:
  void Add(Loss loss, uint64_t count = 1) noexcept {
    counts_[static_cast<size_t>(loss)].fetch_add(count, std::memory_order_relaxed);
  }
  uint64_t Get(Loss loss) const noexcept {
    return counts_[static_cast<size_t>(loss)].load(std::memory_order_relaxed);
  }
  uint64_t Total() const noexcept {
    uint64_t total = 0;
    for (const auto& count : counts_) total += count.load(std::memory_order_relaxed);
    return total;
  }

 private:
  std::array<std::atomic<uint64_t>, static_cast<size_t>(Loss::kCount)> counts_{};
};

}  // namespace heaptwin::base
