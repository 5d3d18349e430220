#pragma once

#include <array>
#include <cstdint>

#include "evidence/allocation_totals.h"
#include "evidence/burst_runs.h"
#include "evidence/comparisons.h"
#include "evidence/offset_counts.h"
#include "evidence/pairing.h"
#include "evidence/priority_reservoir.h"
#include "evidence/run_counts.h"
#include "evidence/run_place.h"
#include "evidence/survival.h"
#include "heap/fingerprint.h"

namespace heaptwin::evidence {

// The content of one registered object.
struct ContentEvent {
  heap::Fingerprint fingerprint;
  uint64_t size = 0;    // bytes
  double interval = 0;  // bytes, of the sampler; of a probed object its probe_period
  uint64_t order = 0;   // of allocation
  uint64_t stamp = 0;   // epoch
  bool all_zero = false;
};

// Objects that probes registered. They are drawn by number and not by bytes, and count neither in
// the totals nor in the content sample of the VM's sampler.
struct ProbedEvidence {
  uint64_t registered = 0;
  uint64_t inspected = 0;
  PriorityReservoir<ContentEvent> contents;
};

// Survivors that were read a second time, and those of them whose content had changed. Of classes
// with references only objects that were blank at first are compared.
struct RereadingCounts {
  uint64_t objects = 0;
  uint64_t changed = 0;
};

// Everything that is counted per allocation context.
struct ContextEvidence {
  AllocationTotals allocation;
  ThreadSet threads;
  OffsetCounts accesses;
  Pairing pairing;
  ComparisonCounts comparisons;
  uint64_t pending_comparisons = 0;
  uint64_t watches = 0;     // requested, and not refused
  uint64_t registered = 0;  // objects, bursts excluded, probed ones included
  PriorityReservoir<ContentEvent> contents;
  uint64_t inspected = 0;
  ProbedEvidence probed;
  RereadingCounts reread;
  // One reservoir for each step: the many short runs must not displace the few long ones. The step
  // does not depend on contents, so each stays a uniform subset.
  std::array<PriorityReservoir<Run>, kRunSteps> runs;
  std::array<RunStepCounts, kRunSteps> run_steps;
  RunLengths run_lengths;
  SurvivalCounts survival;
};

}  // namespace heaptwin::evidence
