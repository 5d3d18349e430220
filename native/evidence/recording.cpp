#include "evidence/recording.h"

#include <utility>

#include "base/clock.h"
#include "evidence/recording_state.h"

namespace heaptwin::evidence {

using heap::ClassId;
using heap::ContentState;
using heap::ContextId;
using heap::ObjectId;
using heap::SampledObject;
using heap::ThreadIndex;

namespace {

BurstObject AsBurstObject(const Allocation& allocation) {
  BurstObject object;
  object.address = allocation.address;
  object.stamp = allocation.stamp;
  object.size = allocation.size;
  object.context = allocation.context;
  object.class_id = allocation.class_id;
  const bool readable = allocation.address != 0 && allocation.stamp != 0;
  object.content = readable ? ContentState::kUnread : ContentState::kLost;
  return object;
}

}  // namespace

static_assert(kRunSteps == 3, "run_limits below has one for each");

Recording::State::State(const RecordingOptions& recording_options,
                        base::LossCounters& loss_counters)
    : options(recording_options),
      losses(loss_counters),
      random(recording_options.seed),
      threads(recording_options.max_threads),
      contexts(recording_options.max_contexts),
      table(recording_options.max_objects, recording_options.seed + 1),
      bursts(recording_options.max_open_burst_objects),
      content_limit{recording_options.max_contents},
      run_limits{SharedLimit{recording_options.max_run_objects[0]},
                 SharedLimit{recording_options.max_run_objects[1]},
                 SharedLimit{recording_options.max_run_objects[2]}},
      stopped_inspector(heap::ContentHasher::WithRandomSecret(),
                        recording_options.max_content_bytes),
      running_inspector(stopped_inspector.hasher(), recording_options.max_content_bytes) {
  rereading.readings.reserve(kRereadingBatch);
  rereading.objects.reserve(kRereadingBatch);
  if (!options.exhaustive) return;
  exhaustive =
      std::make_unique<ExhaustiveEvidence>(options, stopped_inspector.hasher(), loss_counters);
}

Recording::Recording(const RecordingOptions& options, base::LossCounters& losses)
    : state_(std::make_unique<State>(options, losses)) {}

Recording::~Recording() = default;

ClassId Recording::AddClass(std::string name) {
  const std::lock_guard lock(state_->mutex);
  return state_->classes.Add(std::move(name));
}

void Recording::SetLayout(ClassId class_id, std::shared_ptr<const heap::ObjectLayout> layout) {
  const std::lock_guard lock(state_->mutex);
  state_->classes.SetLayout(class_id, std::move(layout));
}

std::shared_ptr<const heap::ObjectLayout> Recording::Layout(ClassId class_id) const {
  const std::lock_guard lock(state_->mutex);
  return state_->classes.at(class_id).layout;
}

ThreadIndex Recording::AddThread(std::string name) {
  const std::lock_guard lock(state_->mutex);
  const ThreadIndex thread = state_->threads.Add(std::move(name));
  if (state_->threads.IsOverflow(thread)) state_->losses.Add(base::Loss::kThreadOverflow);
  return thread;
}

void Recording::SetThreadAllocatedBytes(ThreadIndex thread, uint64_t bytes) {
  const std::lock_guard lock(state_->mutex);
  // The overflow thread stands for many: one of them says nothing about all.
  if (!state_->threads.IsOverflow(thread)) state_->threads.at(thread).allocated_bytes = bytes;
}

std::optional<ContextId> Recording::FindContext(ClassId class_id, const StackKey& stack) {
  const std::lock_guard lock(state_->mutex);
  const auto found = state_->contexts.Find(class_id, stack);
  if (found || !state_->contexts.IsFull()) return found;
  state_->losses.Add(base::Loss::kContextOverflow);
  return state_->contexts.Overflow(class_id);
}

bool Recording::IsOverflow(ContextId context) const {
  const std::lock_guard lock(state_->mutex);
  return state_->contexts.at(context).overflow;
}

FrameName Recording::NameFrame(const std::string& name) {
  const std::lock_guard lock(state_->mutex);
  return state_->contexts.Intern(name);
}

ContextId Recording::AddContext(ClassId class_id, const StackKey& stack,
                                const std::vector<std::string>& frames, bool truncated) {
  std::vector<FrameName> names;
  names.reserve(frames.size());
  for (const std::string& frame : frames) names.push_back(NameFrame(frame));
  return AddContext(class_id, stack, names, truncated);
}

ContextId Recording::AddContext(ClassId class_id, const StackKey& stack,
                                std::span<const FrameName> frames, bool truncated) {
  const std::lock_guard lock(state_->mutex);
  if (const auto found = state_->contexts.Find(class_id, stack)) return *found;
  if (!state_->contexts.IsFull()) return state_->contexts.Add(class_id, stack, frames, truncated);
  state_->losses.Add(base::Loss::kContextOverflow);
  return state_->contexts.Overflow(class_id);
}

void Recording::State::CountAllocation(const Allocation& allocation) {
  ContextEvidence& evidence = contexts.at(allocation.context).evidence;
  const double objects_before = evidence.allocation.objects.total;
  evidence.allocation.Add(allocation.size, allocation.interval_drawn);
  all_objects += evidence.allocation.objects.total - objects_before;
  evidence.threads.Add(allocation.thread);
  threads.at(allocation.thread).totals.Add(allocation.size, allocation.interval_drawn);
}

void Recording::State::Release(SampledObject& object) {
  if (object.weak != 0) released.push_back(object.weak);
  object.weak = 0;
}

void Recording::State::MakeRoom() {
  const ObjectId victim = table.PickVictim();
  SampledObject& object = *table.Find(victim);
  losses.Add(base::Loss::kTableFull);
  if (object.content == ContentState::kRead) FinalizeContent(object);
  // The content of an unread one goes with it; kTableFull has counted that.
  if (object.pending_comparison != heap::kNoComparison) {
    SettleSide(object.pending_comparison, std::nullopt);
  }
  Release(object);
  table.Remove(victim);
}

Registration Recording::Register(const Allocation& allocation) {
  State& state = *state_;
  const int64_t now = base::CoarseNowNanos();
  const std::lock_guard lock(state.mutex);
  ++state.counts.registered;
  state.CountAllocation(allocation);
  return state.AddObject(allocation, now);
}

Registration Recording::RegisterProbed(const Allocation& allocation) {
  State& state = *state_;
  const int64_t now = base::CoarseNowNanos();
  const std::lock_guard lock(state.mutex);
  if (state.table.FindByAddress(allocation.address, allocation.stamp)) return {};
  ++state.counts.probed;
  ++state.contexts.at(allocation.context).evidence.probed.registered;
  return state.AddObject(allocation, now);
}

Registration Recording::State::AddObject(const Allocation& allocation, int64_t now_nanos) {
  ContextEvidence& evidence = contexts.at(allocation.context).evidence;
  ++evidence.registered;
  if (table.IsFull()) MakeRoom();

  const bool readable = allocation.address != 0 && allocation.stamp != 0;
  SampledObject object;
  object.address = readable ? allocation.address : 0;
  object.stamp = allocation.stamp;
  object.content_stamp = allocation.stamp;
  object.size = allocation.size;
  object.interval_drawn = allocation.interval_drawn;
  object.probe_period = allocation.probe_period;
  object.order = next_order++;
  object.weak = allocation.weak;
  object.registered_nanos = now_nanos;
  object.collections_before = collections;
  object.context = allocation.context;
  object.class_id = allocation.class_id;
  object.thread = allocation.thread;
  object.content = readable ? ContentState::kUnread : ContentState::kLost;
  object.content_recorded = !readable;
  object.first_check_done = allocation.weak == 0;

  Registration registration;
  if (all_objects > 0) {
    registration.share_of_objects = evidence.allocation.objects.total / all_objects;
  }
  registration.object = table.Add(object);
  if (readable) {
    open.push_back({registration.object, allocation.stamp});
    unread.push_back({registration.object, allocation.stamp});
  }
  if (allocation.weak != 0) {
    agenda.ForgetGone(2, [&](ObjectId id) { return table.Find(id) == nullptr; });
    agenda.ObjectRegistered(registration.object, collections);
  }
  registration.watch = PlanWatch(registration.object, *table.Find(registration.object));
  if (registration.watch) {
    ContextEvidence& watched = contexts.at(object.context).evidence;
    registration.watch->reserve = ReserveFor(watched);
    ++watched.watches;
  }
  return registration;
}

void Recording::AppendBurst(const Allocation& allocation, RunStep step) {
  State& state = *state_;
  const BurstObject object = AsBurstObject(allocation);
  const int64_t now = base::CoarseNowNanos();
  const std::lock_guard lock(state.mutex);
  ++state.counts.burst_objects;
  state.CountAllocation(allocation);
  // Objects of several threads make no run.
  if (state.threads.IsOverflow(allocation.thread)) return;
  const auto appended =
      state.bursts.Append({allocation.thread, RunPlace::kBurst}, step, object, now);
  if (appended == BurstBuffers::Appended::kBegan) ++state.counts.bursts;
}

bool Recording::AppendToRun(const Allocation& allocation, RunPlace place, RunStep step) {
  State& state = *state_;
  const BurstObject object = AsBurstObject(allocation);
  const int64_t now = base::CoarseNowNanos();
  const std::lock_guard lock(state.mutex);
  if (state.threads.IsOverflow(allocation.thread)) return false;
  const auto appended = state.bursts.Append(place, step, object, now);
  if (appended == BurstBuffers::Appended::kBegan) ++state.counts.runs;
  if (appended == BurstBuffers::Appended::kNotKept) return false;
  ++state.counts.run_objects;
  return true;
}

void Recording::EndRun(RunPlace place) {
  const std::lock_guard lock(state_->mutex);
  state_->bursts.End(place);
}

void Recording::EndRuns(ThreadIndex thread) {
  const std::lock_guard lock(state_->mutex);
  state_->bursts.EndAll(thread);
}

Counts Recording::CurrentCounts() const {
  const std::lock_guard lock(state_->mutex);
  Counts counts = state_->counts;
  counts.tracked_objects = state_->table.size();
  if (state_->exhaustive != nullptr) counts.registered += state_->exhaustive->log.appended();
  return counts;
}

}  // namespace heaptwin::evidence
