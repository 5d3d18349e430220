#pragma once

#include <cstdint>

#include "evidence/allocation_totals.h"
#include "evidence/burst_runs.h"
#include "evidence/comparisons.h"
#include "evidence/offset_counts.h"
#include "evidence/pairing.h"
#include "evidence/priority_reservoir.h"
#include "evidence/survival.h"
#include "heap/fingerprint.h"

namespace heaptwin::evidence {

// The content of one registered object.
struct ContentEvent {
  heap::Fingerprint fingerprint;
  uint64_t size = 0;  // bytes
  double interval = 0;
  uint64_t order = 0;  // of allocation
  uint64_t stamp = 0;  // epoch
  bool all_zero = false;
};

struct RunCounts {
  uint64_t started = 0;
  uint64_t dropped = 0;
  uint64_t cut = 0;
};

// Everything that is counted per allocation context.
struct ContextEvidence {
  AllocationTotals allocation;
  ThreadSet threads;
  OffsetCounts accesses;
  Pairing pairing;
  ComparisonCounts comparisons;
  uint64_t pending_comparisons = 0;
  uint64_t registered = 0;  // objects, bursts excluded
  PriorityReservoir<ContentEvent> contents;
  uint64_t inspected = 0;
  uint64_t mutated = 0;  // objects without references whose content differed at a later reading
  PriorityReservoir<Run> runs;
  RunCounts run_counts;
  SurvivalCounts survival;
};

}  // namespace heaptwin::evidence
