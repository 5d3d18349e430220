#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <random>

#include "evidence/run_place.h"
#include "heap/ids.h"
#include "long_targets.h"

namespace heaptwin::agent {

// One kind of burst.
struct BurstStep {
  uint64_t objects = 0;        // that count, then it ends
  uint64_t most_objects = 0;   // of all threads and contexts, then it ends as well
  uint64_t longest_nanos = 0;  // likewise
};

struct BurstLimits {
  // By evidence::RunStep; one without objects is never taken. Short and medium bursts take every
  // object, those of the thread that began it count; a long one takes those of one context in one
  // thread.
  std::array<BurstStep, evidence::kRunSteps> steps = {
      {{512, uint64_t{4} * 512, 50'000'000}, {4096, uint64_t{4} * 4096, 200'000'000}, {}}};
  double share = 0.006;          // of one processor that bursts may cost
  double seconds_between = 0.1;  // mean, if the budget permits
  // Where an object costs so much that bursts would come less often, short ones are cut to a half
  // or a quarter: how sure a bound is depends on how many runs there are. Longer ones stay, or the
  // curve would see less far.
  uint64_t largest_divisor = 4;

  // `long_runs`: of 8,192 objects and some to spare, as share(4096) needs.
  static BurstLimits Of(bool long_runs);
};

// What a burst in progress takes.
struct RunTarget {
  heap::ThreadIndex thread{};
  heap::ClassId class_id{};
  heap::ContextId context{};
};

// Decides when a burst begins, of which step it is, and when it ends. During a burst the VM samples
// every allocation, so that runs of consecutive objects are seen. A burst begins after a random
// (geometric) number of registrations, so its place is random in the program's allocation and not
// tied to a clock or a collection; it ends after a number of objects, or when it lasts too long. A
// longer step is taken when as many objects were spent on it as on the short ones.
//
// A pure controller: it decides, the caller tells the VM. Thread-safe. Times are monotonic
// nanoseconds.
class BurstController {
 public:
  struct StepCounts {
    uint64_t begun = 0;
    uint64_t objects = 0;
  };

  BurstController(const BurstLimits& limits, bool enabled, uint64_t seed);

  // A registration outside a burst. True if a burst begins now, in this thread; `frequent` says
  // that the context has so large a part of the objects that a long run of it can be waited for.
  bool OnRegistration(const RunTarget& target, bool frequent, uint64_t now_nanos);
  // An object of the burst in progress, if there is one. `counts`: it is one of those that the
  // burst is made for. True if the burst ends with it.
  bool OnBurstObject(bool counts);
  // Ends the burst, because its run was cut. True if there was one.
  bool Abandon() { return remaining_.exchange(0, std::memory_order_relaxed) > 0; }
  // True if a burst ends because it lasted too long.
  bool Tick(uint64_t now_nanos);
  // The program's registrations per second, from which the mean number between bursts follows.
  void SetRegistrationRate(double per_second);
  // What an object of a burst costs. It decides how long the short ones to come are.
  void SetObjectCost(double nanos);
  // No burst begins before this time: the last one has to be paid for first. A beginning that falls
  // into the time is drawn anew, so that bursts still begin at random places.
  void WaitUntil(uint64_t nanos) { not_before_.store(nanos, std::memory_order_relaxed); }

  bool active() const { return remaining_.load(std::memory_order_acquire) > 0; }
  // Step and target of the burst in progress or, outside one, of the last.
  evidence::RunStep step() const { return step_.load(std::memory_order_relaxed); }
  RunTarget target() const;
  const BurstLimits& limits() const { return limits_; }
  // Objects of the bursts of that step to come.
  uint64_t Planned(evidence::RunStep step) const { return Current(step).objects; }
  StepCounts counts(evidence::RunStep step) const;

 private:
  struct AtomicCounts {
    std::atomic<uint64_t> begun{0};
    std::atomic<uint64_t> objects{0};
  };

  uint64_t DrawGap();
  bool IsDue(evidence::RunStep step) const;
  BurstStep Current(evidence::RunStep step) const;
  evidence::RunStep NextStep(heap::ContextId context, bool frequent);

  const BurstLimits limits_;
  const bool enabled_;
  std::atomic<int64_t> remaining_{0};  // objects left that count; not positive: no burst
  std::atomic<int64_t> most_left_{0};
  std::atomic<evidence::RunStep> step_{evidence::RunStep::kShort};
  std::atomic<heap::ThreadIndex> thread_{};
  std::atomic<heap::ClassId> class_id_{};
  std::atomic<heap::ContextId> context_{};
  std::array<AtomicCounts, evidence::kRunSteps> counts_;
  std::atomic<uint64_t> began_nanos_{0};
  std::atomic<int64_t> until_next_{0};
  std::atomic<uint64_t> not_before_{0};
  std::atomic<uint64_t> divisor_{1};
  std::mutex mutex_;  // guards the three below
  LongTargets long_targets_;
  std::mt19937_64 random_;
  double mean_ = 100;  // registrations between bursts, until the rate is known
};

}  // namespace heaptwin::agent
