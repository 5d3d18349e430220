#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/random.h"
#include "evidence/burst_buffers.h"
#include "evidence/class_table.h"
#include "evidence/comparisons.h"
#include "evidence/context_store.h"
#include "evidence/exhaustive_evidence.h"
#include "evidence/recording.h"
#include "evidence/survival.h"
#include "evidence/thread_table.h"
#include "heap/inspector.h"
#include "heap/object_table.h"

namespace heaptwin::evidence {

// A bound over the reservoirs of all contexts: entries with a priority above `limit` are dropped,
// and `limit` halves whenever more than `capacity` are stored.
struct SharedLimit {
  size_t capacity;
  size_t stored = 0;
  uint64_t limit = ~uint64_t{0};
};

// Survivors read again per batch of a pause, and per holding of the mutex.
inline constexpr size_t kRereadingBatch = 32;

// A survivor's content, read once more.
struct Reread {
  heap::ObjectId object;
  uint64_t stamp;
  heap::ReadingResult result;
};

// The parts of a recording. Functions here expect `mutex` to be held, unless they say otherwise.
struct Recording::State {
  State(const RecordingOptions& recording_options, base::LossCounters& loss_counters);

  // An object in a list, with the epoch in which it was registered: lists are filtered without
  // touching the table.
  struct Listed {
    heap::ObjectId object;
    uint64_t stamp;
  };

  // Registration (recording.cpp).
  void CountAllocation(const Allocation& allocation);
  Registration AddObject(const Allocation& allocation, int64_t now_nanos);
  void MakeRoom();
  void Release(heap::SampledObject& object);

  // Comparisons (recording_comparisons.cpp).
  std::optional<WatchRequest> PlanWatch(heap::ObjectId id, heap::SampledObject& object);
  double ReserveFor(const ContextEvidence& evidence) const;
  bool DecideToArm(const ContextEvidence& evidence);
  void PairDifferentSizes(ContextEvidence& evidence, Reference& reference,
                          heap::SampledObject& object);
  std::optional<WatchRequest> DrawOffset(heap::ObjectId id, const heap::SampledObject& object);
  std::optional<heap::ByteRange> DrawPiece(const OffsetCounts& offsets,
                                           const heap::SampledObject& object,
                                           const heap::ObjectLayout& layout);
  std::optional<heap::ByteRange> DrawUniformPiece(const heap::SampledObject& object,
                                                  const heap::ObjectLayout& layout);
  void DropReference(const Reference& reference);
  void LinkSide(uint32_t comparison, heap::SampledObject* object);
  void SettleSide(uint32_t comparison, const KnownContent& content);
  void CountUnregisteredAccess(const Access& access);

  // Contents (recording_inspection.cpp).
  void FinalizeContent(heap::SampledObject& object);
  void GiveUpContent(heap::SampledObject& object);
  void InspectRegistered(uint64_t stamp, const heap::PauseBudget& budget);
  void InspectBursts(uint64_t stamp, const heap::PauseBudget& budget);
  bool InspectBurst(Burst& burst, uint64_t stamp, const heap::PauseBudget& budget);
  bool WasExhausted(uint64_t stamp) const;
  void ApplyRunning(heap::SampledObject& object, const heap::ReadingResult& result);
  void CompactLists();

  // Survivors (recording_rereading.cpp).
  std::vector<heap::Reading>& SurvivorsToReread(uint64_t stamp, size_t& next);
  void RereadStopped(uint64_t stamp, const heap::PauseBudget& budget);
  void ApplyRereading(const Reread& reread);
  // Drain thread, without the mutex.
  void ApplyRereadings(uint64_t current);

  // Exhaustive recordings (recording_exhaustive.cpp).
  void CountExhaustiveChunk(ExhaustiveChunk& chunk);
  void InspectExhaustive(uint64_t stamp);

  const RecordingOptions options;
  base::LossCounters& losses;
  mutable std::mutex mutex;
  base::Random random;

  ClassTable classes;
  ThreadTable threads;
  ContextStore contexts;
  heap::ObjectTable table;
  PendingComparisons comparisons;
  BurstBuffers bursts;
  SurvivalAgenda agenda;
  SharedLimit content_limit;
  // One for each step: a common one would thin the few long runs for the many short ones.
  std::array<SharedLimit, kRunSteps> run_limits;

  std::vector<Listed> open;  // content not final
  std::vector<Listed>
      unread;  // candidates for reading; may hold objects that were read or are gone
  std::vector<heap::ObjectId> to_relocate;
  std::vector<Listed> to_reread;  // relocated survivors whose content may have changed
  // Memory for reading them, reserved beforehand: the JVM may be stopped.
  struct {
    std::vector<heap::Reading> readings;
    std::vector<heap::ObjectId> objects;  // of the readings
    std::vector<Reread> results;
  } rereading;
  std::vector<heap::WeakHandle> released;
  double all_objects = 0;  // allocated, estimated
  uint64_t next_order = 0;
  uint64_t collections = 0;                     // finished
  size_t inspected_prefix = 0;                  // of `unread`, within one inspection
  std::array<uint64_t, 16> exhausted_stamps{};  // epochs whose inspection ran out of budget
  size_t next_exhausted = 0;
  Counts counts;

  heap::Inspector stopped_inspector;  // under the mutex
  heap::Inspector running_inspector;  // the drain thread's

  std::unique_ptr<ExhaustiveEvidence> exhaustive;  // null: a sampled recording
};

}  // namespace heaptwin::evidence
