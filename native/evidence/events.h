#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "heap/ids.h"

namespace heaptwin::evidence {

// One allocation that the VM sampled or a probe registered.
struct Allocation {
  heap::ContextId context{};
  heap::ClassId class_id{};
  heap::ThreadIndex thread{};
  uint64_t address = 0;  // 0: the epoch rule could not be met (the caller counts kAddressUnsettled)
  uint64_t stamp = 0;    // epoch in which `address` holds
  uint64_t size = 0;     // bytes, as the VM reports it
  double interval_drawn =
      0;  // bytes: the sampling interval in force when the thread's gap was drawn; 0 in a burst
  heap::WeakHandle weak = 0;  // becomes the recording's; 0 if none
  // Of a probed object: how many objects of its site one registered object stood for when it was
  // drawn. 0: the VM's sampler took it.
  double probe_period = 0;
};

// Where the offset of a watchpoint came from. theta is weighted by it.
enum class OffsetOrigin : uint8_t { kContext, kClass, kUniform };

// Arm a watchpoint on [address, address + length), on the calling thread and now: later accesses
// would be missed.
struct WatchRequest {
  heap::ObjectId object{};
  uint64_t address = 0;  // of the watched word, aligned to `length`
  uint32_t offset = 0;   // bytes from the object's start
  uint8_t length = 0;    // 1, 2, 4 or 8 bytes
  OffsetOrigin origin = OffsetOrigin::kUniform;
  uint64_t stamp = 0;  // epoch in which the address holds
  double reserve = 0;  // share of each budget that is left to contexts with fewer comparisons
};

struct Registration {
  heap::ObjectId object = heap::ObjectId::kNone;
  double share_of_objects = 0;  // of the context in all so far, estimated
  std::optional<WatchRequest> watch;
};

// One access sample.
struct Access {
  uint64_t address = 0;
  uint64_t stamp = 0;  // epoch in force at the access; 0 is counted as stale
  bool is_write = false;
  bool has_header = false;  // `base` and `header` are valid
  uint64_t base = 0;        // value of the base register: the object, in most compiled code
  std::array<uint8_t, 16> header{};  // bytes copied from `base`
};

// A watchpoint's trap: the object was used at this offset and the word held this value.
struct Trap {
  heap::ObjectId object{};
  uint32_t offset = 0;
  uint8_t length = 0;  // bytes
  uint64_t value = 0;  // zero-extended
  uint64_t stamp = 0;  // epoch in force at the trap; 0 is counted as stale
  OffsetOrigin origin = OffsetOrigin::kUniform;
};

struct TrackedObject {
  heap::ObjectId object{};
  heap::WeakHandle weak = 0;
};

struct RunningInspection {
  size_t attempted = 0;
  size_t read = 0;
};

struct Counts {
  uint64_t registered = 0;  // objects, bursts and probes excluded
  uint64_t probed = 0;      // registered by probes
  uint64_t bursts = 0;      // runs of AppendBurst, over all threads
  uint64_t burst_objects = 0;
  uint64_t runs = 0;  // runs of AppendToRun
  uint64_t run_objects = 0;
  uint64_t comparisons = 0;        // counted and pending
  uint64_t mapped_accesses = 0;    // access samples that hit a registered object
  uint64_t inspections = 0;        // inside collections
  uint64_t inspected_stopped = 0;  // objects read inside collections
  uint64_t inspected_running = 0;  // objects read between them
  uint64_t pause_nanos_total = 0;
  uint64_t pause_nanos_largest = 0;
  uint64_t tracked_objects = 0;  // in the table now
};

}  // namespace heaptwin::evidence
