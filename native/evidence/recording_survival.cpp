// Liveness of registered objects after collections, and the handles that tell it.
#include <utility>

#include "evidence/recording_state.h"

namespace heaptwin::evidence {

namespace {

// Collections, the object's own included, after which a survivor may still be relocated. Later it
// may be old, and dead without having been cleared. The drain thread can miss one.
constexpr uint64_t kLatestRelocation = 2;

}  // namespace

using heap::ContentState;
using heap::ObjectId;
using heap::SampledObject;

std::vector<TrackedObject> Recording::ObjectsToCheck(size_t max_objects) {
  State& state = *state_;
  const std::lock_guard lock(state.mutex);
  std::vector<TrackedObject> objects;
  while (objects.size() < max_objects) {
    const auto due = state.agenda.TakeDue(state.collections, max_objects - objects.size());
    if (due.empty()) break;
    for (const ObjectId id : due) {
      const SampledObject* object = state.table.Find(id);
      if (object != nullptr && object->weak != 0) objects.push_back({id, object->weak});
    }
  }
  return objects;
}

void Recording::ReportLiveness(ObjectId id, bool alive) {
  State& state = *state_;
  const std::lock_guard lock(state.mutex);
  SampledObject* object = state.table.Find(id);
  if (object == nullptr) return;  // evicted meanwhile: censored
  const bool first = !object->first_check_done;
  object->first_check_done = true;
  SurvivalCounts& survival = state.contexts.at(object->context).evidence.survival;
  if (first) ++(alive ? survival.survived : survival.died);
  if (alive) {
    const uint64_t age = state.collections - object->collections_before;
    state.agenda.ObjectSurvived(id, age, state.collections);
    if (!first || object->address == 0) return;
    if (age <= kLatestRelocation) {
      state.to_relocate.push_back(id);
    } else {
      state.losses.Add(base::Loss::kNotRelocated);
    }
    return;
  }
  state.GiveUpContent(*object);
  state.Release(*object);
  state.table.Remove(id);
}

std::vector<TrackedObject> Recording::ObjectsToRelocate(size_t max_objects) {
  State& state = *state_;
  const std::lock_guard lock(state.mutex);
  std::vector<TrackedObject> objects;
  std::vector<ObjectId>& survivors = state.to_relocate;
  while (!survivors.empty()) {
    std::swap(survivors[state.random.Below(survivors.size())], survivors.back());
    const ObjectId id = survivors.back();
    survivors.pop_back();
    SampledObject* object = state.table.Find(id);
    if (object == nullptr || object->relocated || object->weak == 0) continue;
    if (objects.size() == max_objects) {
      state.losses.Add(base::Loss::kNotRelocated);
      continue;
    }
    object->relocated = true;
    objects.push_back({id, object->weak});
  }
  return objects;
}

void Recording::Relocated(ObjectId id, uint64_t address, uint64_t stamp) {
  State& state = *state_;
  const std::lock_guard lock(state.mutex);
  SampledObject* object = state.table.Find(id);
  if (object == nullptr) return;
  if (stamp != object->content_stamp) state.GiveUpContent(*object);
  state.table.SetAddress(id, stamp == 0 ? 0 : address, stamp);
  const bool reread = object->address != 0 && object->content == ContentState::kRead;
  if (!reread || state.to_reread.size() >= state.options.max_objects) return;
  state.to_reread.push_back({id, stamp});
  state.rereading.results.reserve(state.to_reread.size());
}

std::vector<heap::WeakHandle> Recording::TakeReleasedHandles() {
  const std::lock_guard lock(state_->mutex);
  return std::exchange(state_->released, {});
}

std::vector<heap::WeakHandle> Recording::ReleaseAllHandles() {
  State& state = *state_;
  const std::lock_guard lock(state.mutex);
  state.table.ForEach([&](SampledObject& object) { state.Release(object); });
  state.table.Clear();
  state.open.clear();
  state.unread.clear();
  state.to_relocate.clear();
  state.to_reread.clear();
  state.rereading.results.clear();
  return std::exchange(state.released, {});
}

}  // namespace heaptwin::evidence
