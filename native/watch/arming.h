#pragma once

#include <cstddef>
#include <cstdint>

namespace heaptwin::watch {

// What to watch. `object`, `origin` and `offset` are the caller's and come back unread in the
// TrapRecord.
struct Arming {
  uintptr_t address;  // aligned to `length`
  uint8_t length;     // bytes: 1, 2, 4 or 8
  uint64_t object;
  uint64_t epoch;  // GC epoch in which `address` is valid
  uint8_t origin;
  uint32_t offset = 0;  // of the word in the object; the caller's, like `object`
  double reserve = 0;   // share of each budget that it must leave to others, 0 to 1
};

enum class ArmResult : uint8_t {
  kArmed,
  kNoSlot,       // every slot was kept by the replacement policy     Loss::kNoSlot
  kStale,        // arming.epoch is not the current one               Loss::kStaleEpoch
  kUnreadable,   // the watched bytes could not be copied             Loss::kValueUnreadable
  kOverBudget,   // of traps, the process's                           Loss::kArmingBudget
                 // or of slower string instructions, the thread's    Loss::kStringBudget
  kUnavailable,  // the kernel refused the debug register             Loss::kWatchpointUnavailable
  kClosed,       // the probes are closed or closing; nothing was lost that a caller still counts
};

// A use of a watched word: it was accessed and its value had not changed since the arming (or since
// the last write).
struct TrapRecord {
  uint64_t object;
  uintptr_t address;
  uint64_t value;  // `length` bytes, little endian, zero-extended
  uint64_t ip;     // of the instruction *after* the access
  uint64_t epoch;
  uint8_t length;
  uint8_t origin;
  uint8_t writes;  // traps between arming and this one in which the value had changed, 0..3
  uint32_t offset = 0;
};

}  // namespace heaptwin::watch
