#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evidence/run_place.h"
#include "heap/fingerprint.h"
#include "heap/ids.h"
#include "heap/object_table.h"

namespace heaptwin::evidence {

// One object of a burst.
struct BurstObject {
  uint64_t address = 0;  // 0: unknown
  uint64_t stamp = 0;
  uint64_t size = 0;  // bytes
  heap::ContextId context{};
  heap::ClassId class_id{};
  heap::Fingerprint fingerprint;
  heap::ContentState content = heap::ContentState::kUnread;
};

// Consecutive objects of one context in one thread, by how far back the last equal one lies.
struct Run {
  heap::ThreadIndex thread{};
  uint64_t burst = 0;                    // equal in the runs that were split from one burst
  uint32_t sequence = RunPlace::kBurst;  // of the burst's RunPlace
  RunStep step = RunStep::kShort;
  uint64_t stamp = 0;               // epoch of the first object
  std::vector<uint64_t> sizes;      // one entry if all are equal, else one per object
  std::vector<uint32_t> distances;  // per object; 0: none before it in the run
  // Per object, the fingerprint's low half, which suffices for the contents of one context. With
  // the size, and the epoch if the class has references, it tells them apart in all its runs.
  std::vector<uint64_t> contents;
  std::vector<uint32_t> positions;  // per object, in the burst: ascending
};

// What became of one context's share of one burst.
struct SplitRun {
  heap::ContextId context{};
  Run run;                  // empty if nothing could be read
  size_t objects = 0;       // that were allocated, read or not
  uint64_t bytes = 0;       // of them
  uint64_t read_bytes = 0;  // of those in the run
  bool cut = false;         // shorter than the burst gave
  bool Dropped() const { return run.distances.empty(); }
};

// Per object: index distance to the last object of equal content and size, 0 if there is none.
std::vector<uint32_t> DistancesToLastEqual(std::span<const BurstObject> objects);

// Splits a finished burst into one run per context, in order of first appearance. A run is the
// first unbroken stretch of read objects: an unread one ends it. `cut_at_epochs(context)` says that
// contents compare only within an epoch (the class has references): an epoch change then ends it
// too. `burst_was_cut` marks every run as cut.
template <typename CutAtEpochs>
std::vector<SplitRun> SplitBurst(heap::ThreadIndex thread, std::span<const BurstObject> burst,
                                 bool burst_was_cut, CutAtEpochs cut_at_epochs);

// The objects of one context within a burst, in order.
struct ContextStretch {
  heap::ContextId context{};
  std::vector<BurstObject> objects;
  std::vector<uint32_t> positions;  // in the burst
};
std::vector<ContextStretch> GroupByContext(std::span<const BurstObject> burst);
SplitRun MakeRun(heap::ThreadIndex thread, const ContextStretch& stretch, bool cut_at_epochs);

template <typename CutAtEpochs>
std::vector<SplitRun> SplitBurst(heap::ThreadIndex thread, std::span<const BurstObject> burst,
                                 bool burst_was_cut, CutAtEpochs cut_at_epochs) {
  std::vector<SplitRun> runs;
  for (const ContextStretch& stretch : GroupByContext(burst)) {
    runs.push_back(MakeRun(thread, stretch, cut_at_epochs(stretch.context)));
    runs.back().cut |= burst_was_cut;
  }
  return runs;
}

}  // namespace heaptwin::evidence
