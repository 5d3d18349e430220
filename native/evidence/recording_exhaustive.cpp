// Exhaustive recordings: every allocation goes into a log of its own, is read at the start of the
// collection that ends its epoch, and is counted after it.
#include <new>

#include "evidence/recording_state.h"

namespace heaptwin::evidence {

ExhaustiveLog::Result Recording::AppendExhaustive(const Allocation& allocation) {
  const ExhaustiveLog::Result result = state_->exhaustive->log.Append(allocation);
  if (result == ExhaustiveLog::Result::kFull) {
    state_->losses.Add(base::Loss::kExhaustiveTableFull);
  }
  return result;
}

// Whatever time it takes. It allocates memory: the threads that a stopped JVM holds back hold no
// lock of the allocator.
void Recording::State::InspectExhaustive(uint64_t stamp) {
  try {
    exhaustive->InspectStopped(stamp, contexts, classes);
  } catch (const std::bad_alloc&) {
    // What was not read is counted when its epoch is closed.
  }
  counts.inspected_stopped = exhaustive->objects_read();
}

void Recording::ReadExhaustiveRunning(const base::EpochSource& epoch) {
  const std::lock_guard lock(state_->mutex);
  if (state_->exhaustive == nullptr) return;
  state_->exhaustive->InspectRunning(epoch, state_->contexts, state_->classes);
}

void Recording::State::CountExhaustiveChunk(ExhaustiveChunk& chunk) {
  const bool ordered = !threads.IsOverflow(chunk.thread);
  for (size_t i = 0; i < chunk.count; ++i) {
    ExhaustiveObject& object = chunk.objects[i];
    const heap::ContextId context{object.context};
    const ClassRecord& record = classes.at(contexts.at(context).class_id);
    exhaustive->SettleCopy(chunk, object, record.layout.get());
    if (object.State() == ExhaustiveState::kUnread) losses.Add(base::Loss::kEpochClosedUnread);
    Allocation allocation;
    allocation.context = context;
    allocation.thread = chunk.thread;
    allocation.size = object.Size();
    CountAllocation(allocation);
    const CountedObject counted{context,        chunk.thread,       object.Size(),
                                object.State(), object.fingerprint, !record.Pooled(),
                                ordered};
    const bool grouped = exhaustive->counts.Add(counted);
    if (!exhaustive->sites.Add(contexts, counted) || !grouped)
      losses.Add(base::Loss::kExhaustiveContentsFull);
  }
}

void Recording::CountExhaustive(uint64_t current) {
  State& state = *state_;
  if (state.exhaustive == nullptr) return;
  const auto chunks = state.exhaustive->log.TakeClosed(current);
  for (size_t i = 0; i < chunks.size(); ++i) {
    const std::lock_guard lock(state.mutex);
    state.CountExhaustiveChunk(*chunks[i]);
    const bool last_of_epoch = i + 1 == chunks.size() || chunks[i + 1]->stamp != chunks[i]->stamp;
    if (!last_of_epoch) continue;
    state.exhaustive->counts.EndEpoch();
    state.exhaustive->sites.EndEpoch();
  }
  state.exhaustive->log.Release(chunks.size());
  const std::lock_guard lock(state.mutex);
  for (const ExhaustiveDropped& dropped : state.exhaustive->log.TakeDropped()) {
    state.exhaustive->counts.AddDropped(dropped);
    state.exhaustive->sites.AddDropped(state.contexts, dropped);
    ContextEvidence& evidence = state.contexts.at(dropped.context).evidence;
    evidence.allocation.AddCounted(dropped.objects, dropped.bytes);
    evidence.threads.Add(dropped.thread);
    state.threads.at(dropped.thread).totals.AddCounted(dropped.objects, dropped.bytes);
  }
}

}  // namespace heaptwin::evidence
