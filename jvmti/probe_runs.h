#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "evidence/run_place.h"
#include "heap/ids.h"
#include "probe_rates.h"

namespace heaptwin::agent {

// Decides when a probed site takes consecutive objects of one thread, for the replica curve of its
// contexts. One run at a time in the process: while it lasts every thread that allocates at the
// site enters the slow path. A run begins at a registration, so at a random object; sites with few
// runs come first; a longer step is taken when as many objects were spent on it as on short runs;
// and each run is paid for, from a share of one processor, before the next may begin.
//
// A pure controller. Thread-safe. Times are monotonic nanoseconds.
class ProbeRuns {
 public:
  enum class Role { kNone, kMember, kBystander };

  ProbeRuns(double share, uint64_t seed) : share_(share), random_(seed) {}

  // An object was registered. True if a run of this thread at this site begins with the next one.
  bool OnRegistration(int site, heap::ThreadIndex thread, uint64_t now_nanos);
  // What an object that is allocated now at the site is to the run in progress. `thread` nullopt: a
  // thread that has registered nothing yet. Ends a run that waits too long for its thread.
  Role RoleOf(int site, std::optional<heap::ThreadIndex> thread, uint64_t now_nanos);
  // A member was appended (`kept`) or cannot be, at this cost. True if the run is over.
  bool OnMember(bool kept, uint64_t nanos, uint64_t now_nanos);
  evidence::RunStep step() const { return step_; }

  // The site is not probed any more, or a run waits too long.
  void Abandon(int site, uint64_t now_nanos);
  bool ActiveAt(int site) const;
  // Runs that were given up by somebody else than their thread: to be ended by the caller.
  std::vector<evidence::RunPlace> TakeAbandoned();

  static evidence::RunPlace PlaceOf(int site, heap::ThreadIndex thread) {
    return {thread, evidence::RunPlace::kFirstProbe + static_cast<uint32_t>(site)};
  }

 private:
  static constexpr std::array<int32_t, 2> kLengths = {64, 512};
  static constexpr uint64_t kLongestNanos = 100'000'000;

  // Site and thread of the run, each plus one; 0: there is none.
  static uint64_t Code(int site, heap::ThreadIndex thread) {
    return (static_cast<uint64_t>(site) + 1) << 32 | (heap::Index(thread) + 1);
  }
  void GiveUp(uint64_t code);
  bool Chance(double probability);

  const double share_;
  std::atomic<uint64_t> random_;
  std::atomic<uint64_t> current_{0};
  std::atomic<uint64_t> deadline_{0};
  std::atomic<uint64_t> not_before_{0};
  std::array<std::atomic<uint32_t>, ProbeRates::kMostSites> begun_{};
  // Written by the thread that begins or continues the one run.
  std::atomic<evidence::RunStep> step_{evidence::RunStep::kShort};
  std::atomic<int32_t> left_{0};
  std::atomic<uint64_t> run_nanos_{0};
  std::array<std::atomic<uint64_t>, 2> spent_{};  // objects, by step
  std::mutex mutex_;
  std::vector<evidence::RunPlace> abandoned_;
};

}  // namespace heaptwin::agent
