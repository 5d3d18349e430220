#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "evidence/burst_runs.h"
#include "evidence/run_place.h"
#include "heap/ids.h"

namespace heaptwin::evidence {

// Consecutive objects of one sequence of one thread.
struct Burst {
  uint64_t id = 0;
  RunPlace place;
  RunStep step = RunStep::kShort;
  bool open = true;  // may still grow
  bool cut = false;  // objects that belonged to it were not kept
  int64_t last_append_nanos = 0;
  size_t first_unread = 0;  // all objects before it are final
  std::vector<BurstObject> objects;

  // Moves first_unread past final objects; true if it reached the end.
  bool AdvancePastFinal();
};

// The bursts whose contents are not all read yet. Not thread-safe.
class BurstBuffers {
 public:
  explicit BurstBuffers(size_t max_objects) : max_objects_(max_objects) {}

  enum class Appended {
    kBegan,   // a new burst
    kJoined,  // the place's open one
    kNotKept  // beyond the bound, or the burst was closed early; it is marked as cut
  };
  // `step` is that of the burst, if the object begins one.
  Appended Append(RunPlace place, RunStep step, const BurstObject& object, int64_t now_nanos);
  void End(RunPlace place);
  // Ends whatever the thread has open.
  void EndAll(heap::ThreadIndex thread);

  // Closes bursts that did not grow in or after epoch `current`, and settles every unread object of
  // an earlier epoch as lost. Returns how many were lost. 0 for `current` closes everything.
  size_t CloseEpochsBefore(uint64_t current);
  // Takes out bursts that are closed and final.
  std::vector<std::unique_ptr<Burst>> TakeFinished();

  std::vector<std::unique_ptr<Burst>>& bursts() { return bursts_; }
  Burst* Find(uint64_t id);
  void Clear();

 private:
  struct PlaceState {
    Burst* open = nullptr;
    bool closed_early = false;  // ignore its objects until its burst ends
  };

  void CloseEarly(Burst& burst);

  size_t max_objects_;
  size_t objects_ = 0;
  uint64_t next_id_ = 1;
  std::vector<std::unique_ptr<Burst>> bursts_;
  std::unordered_map<RunPlace, PlaceState, RunPlaceHash> places_;
};

}  // namespace heaptwin::evidence
