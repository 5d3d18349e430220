#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/epoch_source.h"
#include "base/loss.h"
#include "evidence/context_summary.h"
#include "evidence/events.h"
#include "evidence/exhaustive_log.h"
#include "evidence/profile_facts.h"
#include "evidence/recording_options.h"
#include "evidence/run_place.h"
#include "evidence/stack_key.h"
#include "heap/ids.h"
#include "heap/object_layout.h"

namespace heaptwin::evidence {

// Everything one recording knows: the facade through which the JVM side hands in events and gets
// the profile out.
//
// Thread safety: every function may be called from any thread that may wait for a mutex; none is
// async-signal-safe. One mutex guards all state and is never held while calling out, across a
// system call that may wait for the JVM, or while the profile is serialised, so CollectionStarting
// may take it on the VM thread. Functions marked "drain thread" must all come from one thread. None
// throws except std::bad_alloc.
//
// The drain thread's round, after a collection: empty the rings (AddAccess, AddTrap), CloseEpochs,
// ObjectsToCheck and ReportLiveness, ObjectsToRelocate and Relocated. Between collections: rings,
// InspectRunning. TakeReleasedHandles in both.
class Recording {
 public:
  // `losses` outlives the recording; it is shared with everyone who loses something.
  Recording(const RecordingOptions& options, base::LossCounters& losses);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  // --- Classes, threads, contexts ---
  // One id per class, not per name: two loaders' classes of one name have two ids. `name` is the
  // Java name ("a.b.C", "int[]").
  heap::ClassId AddClass(std::string name);
  // Makes the class readable; nullptr makes it unreadable again (its class word may have been
  // reused). The layout's class_id() must be `class_id`.
  void SetLayout(heap::ClassId class_id, std::shared_ptr<const heap::ObjectLayout> layout);
  std::shared_ptr<const heap::ObjectLayout> Layout(heap::ClassId class_id) const;

  // Beyond the limit of threads all get the index of one overflow thread (kThreadOverflow), which
  // has totals, but neither runs nor a VM's count.
  heap::ThreadIndex AddThread(std::string name);
  // The VM's own count of bytes that this thread allocated during the recording.
  void SetThreadAllocatedBytes(heap::ThreadIndex thread, uint64_t bytes);

  // nullopt if the stack is new: resolve its names and call AddContext. Once the limit of contexts
  // is reached an unknown stack gives its class's overflow context at once (kContextOverflow), so
  // that nobody resolves names in vain.
  std::optional<heap::ContextId> FindContext(heap::ClassId class_id, const StackKey& stack);
  // Whether the context stands for all stacks of a class that came after the limit was reached.
  bool IsOverflow(heap::ContextId context) const;
  // The number of a frame named as in the profile ("a.b.C.m(C.java:12)"): equal names, equal
  // numbers, for the whole recording.
  FrameName NameFrame(const std::string& name);
  // `frames` allocating frame first. If another thread added the same stack meanwhile, that context
  // is returned. The caller counts kStackTruncated and kStackUnavailable.
  heap::ContextId AddContext(heap::ClassId class_id, const StackKey& stack,
                             std::span<const FrameName> frames, bool truncated);
  // The same from names.
  heap::ContextId AddContext(heap::ClassId class_id, const StackKey& stack,
                             const std::vector<std::string>& frames, bool truncated);

  // --- Allocations (the allocating thread) ---
  // A sampled object drawn under a positive interval. O(1).
  Registration Register(const Allocation& allocation);
  // A complete object that a probe took (`probe_period` > 0): takes part in contents, comparisons,
  // accesses and survival, but not in the totals. An object that is registered already is not
  // registered again, or it would be its own replica: the answer then names no object and the
  // weak handle stays the caller's.
  Registration RegisterProbed(const Allocation& allocation);
  // The caller did not arm a WatchRequest (no slot, budget): its reference is free for the next
  // object. At most once for each request; optional but better.
  void WatchNotArmed(heap::ObjectId object);
  // An object of a burst (interval 0, no weak handle): counts with weight 1 and joins its thread's
  // current run of objects, which is of `step` if the object begins it.
  void AppendBurst(const Allocation& allocation, RunStep step);
  // The next object of the place's run, which it begins if none is open; it does not count in
  // totals. False if it was not kept because a collection or a bound has cut the run: then end it.
  bool AppendToRun(const Allocation& allocation, RunPlace place, RunStep step);
  // The next object of this place begins a new run. Does nothing if none is open.
  void EndRun(RunPlace place);
  // Ends whatever runs the thread has open.
  void EndRuns(heap::ThreadIndex thread);

  // --- Exhaustive recordings (options.exhaustive; recording_exhaustive.cpp) ---
  // Instead of Register and AppendBurst: an allocation by the calling thread. kStale: read the
  // address again and repeat.
  ExhaustiveLog::Result AppendExhaustive(const Allocation& allocation);
  // Drain thread: counts the objects of all epochs but `current`; 0 stands for all. Call it when
  // the layouts of all classes noted before `current` was read are set: contents of other classes
  // are given up.
  void CountExhaustive(uint64_t current);
  // Drain thread, before the last CountExhaustive: reads what no collection has reached, without a
  // stop.
  void ReadExhaustiveRunning(const base::EpochSource& epoch);

  // --- Accesses and traps (drain thread) ---
  void AddAccess(const Access& access);
  void AddTrap(const Trap& trap);

  // --- Collections ---
  // From the outermost collection start, the JVM stopped: reads the objects that carry `stamp`
  // (GcEpoch::StampBeforeThisCollection) within the pause budget. No memory is allocated. Do not
  // call it where the content evidence is off; the epoch then closes unread.
  void CollectionStarting(uint64_t stamp) noexcept;
  // From the outermost collection end.
  void CollectionFinished() noexcept;
  // Drain thread. `current` is GcEpoch::Current(): every epoch before it is closed (a silent
  // collection closes one as well). 0 (a collection is running) closes nothing.
  void CloseEpochs(uint64_t current);
  // Drain thread, no stop: reads up to `max_objects` objects of the current epoch that were
  // registered at least `min_age` ago, those of finished bursts included.
  RunningInspection InspectRunning(const base::EpochSource& epoch, std::chrono::nanoseconds min_age,
                                   size_t max_objects);
  // Drain thread, once, at the end: reads survivors again that no later collection has reached. At
  // the start of collections that happens by itself.
  void RereadSurvivors(const base::EpochSource& epoch);
  // Drain thread, once, at the end and after a last InspectRunning: what is still unread will not
  // be read, and everything pending is counted as it stands. Profile after that.
  void FinishEvidence();

  // --- Survival (drain thread) ---
  // Objects whose liveness is due, after their 1st, 2nd, 4th, 8th ... collection, those at their
  // first collection first. The caller asks IsSameObject(weak, nullptr) and reports every one of
  // them.
  std::vector<TrackedObject> ObjectsToCheck(size_t max_objects);
  void ReportLiveness(heap::ObjectId object, bool alive);
  // Survivors of their first collection, each at most once: resolving one marks it live for a
  // concurrent marking. Of more than `max_objects` a random choice; the others never come back
  // (Loss::kNotRelocated), because they may be dead by the next collection.
  std::vector<TrackedObject> ObjectsToRelocate(size_t max_objects);
  // `address` 0 if the object is gone or the epoch rule was not met.
  void Relocated(heap::ObjectId object, uint64_t address, uint64_t stamp);
  // Handles that the recording gave up (evicted or dead objects), for the caller to delete. Nobody
  // else may delete a registered handle.
  std::vector<heap::WeakHandle> TakeReleasedHandles();
  // For the end of a recording: forgets all objects and returns every handle still held.
  std::vector<heap::WeakHandle> ReleaseAllHandles();

  // --- What is known so far (any thread; copied piece by piece) ---
  // Every context that has evidence, by id.
  std::vector<ContextSummary> ContextSummaries() const;
  // Repetitions among the contents in hand of one context.
  ReplicaSummary Replicas(heap::ContextId context) const;

  // --- Results ---
  Counts CurrentCounts() const;
  // The profile as in docs/profile-format.md. The mutex is held only while counts are copied.
  nlohmann::json Profile(const ProfileFacts& facts) const;
  // Writes the gzip-compressed profile to `<path>.part`, syncs it and renames it to `path`. nullopt
  // on success, else one line with the failed step and errno's text; `path` is then what it was
  // before.
  std::optional<std::string> WriteProfile(const std::string& path, const ProfileFacts& facts) const;

 private:
  struct State;
  class RunningPass;
  class EpochCloser;
  class ProfileReader;
  std::unique_ptr<State> state_;
};

}  // namespace heaptwin::evidence
