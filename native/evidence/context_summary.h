#pragma once

#include <cstdint>

#include "evidence/allocation_totals.h"
#include "heap/ids.h"

namespace heaptwin::evidence {

// What is known of one context while the recording runs: enough to decide where to look closer.
struct ContextSummary {
  heap::ContextId context{};
  AllocationTotals allocation;  // of the VM's sampler, bursts included
  uint64_t probed = 0;          // registered by probes
  uint64_t runs = 0;            // read, of at least two objects
  uint64_t accesses = 0;        // samples in registered objects
};

// Repetitions among the contents of one context. Counts, not estimates: a small sample misses them.
struct ReplicaSummary {
  uint64_t contents = 0;     // read, sampled or probed
  uint64_t repeated = 0;     // of those, equal to one before in the same sample
  uint64_t run_objects = 0;  // in runs of at least two objects
  uint64_t run_repeats = 0;  // of those, equal to one before in their run
};

}  // namespace heaptwin::evidence
