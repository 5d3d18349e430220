#include "evidence/burst_buffers.h"

#include <algorithm>

namespace heaptwin::evidence {

using heap::ContentState;

bool Burst::AdvancePastFinal() {
  while (first_unread < objects.size() && objects[first_unread].content != ContentState::kUnread) {
    ++first_unread;
  }
  return first_unread == objects.size();
}

BurstBuffers::Appended BurstBuffers::Append(RunPlace place, RunStep step, const BurstObject& object,
                                            int64_t now_nanos) {
  PlaceState& state = places_[place];
  if (state.closed_early) {
    if (state.open != nullptr) state.open->cut = true;
    return Appended::kNotKept;
  }
  const bool begins = state.open == nullptr;
  if (begins) {
    auto burst = std::make_unique<Burst>();
    burst->id = next_id_++;
    burst->place = place;
    burst->step = step;
    state.open = burst.get();
    bursts_.push_back(std::move(burst));
  }
  state.open->last_append_nanos = now_nanos;
  if (objects_ >= max_objects_) {
    state.open->cut = true;
    return Appended::kNotKept;
  }
  state.open->objects.push_back(object);
  ++objects_;
  return begins ? Appended::kBegan : Appended::kJoined;
}

void BurstBuffers::End(RunPlace place) {
  const auto state = places_.find(place);
  if (state == places_.end()) return;
  if (state->second.open != nullptr) state->second.open->open = false;
  places_.erase(state);
}

void BurstBuffers::EndAll(heap::ThreadIndex thread) {
  std::erase_if(places_, [&](auto& entry) {
    if (entry.first.thread != thread) return false;
    if (entry.second.open != nullptr) entry.second.open->open = false;
    return true;
  });
}

void BurstBuffers::CloseEarly(Burst& burst) {
  burst.open = false;
  places_[burst.place].closed_early = true;
}

size_t BurstBuffers::CloseEpochsBefore(uint64_t current) {
  size_t lost = 0;
  for (const auto& burst : bursts_) {
    for (size_t i = burst->first_unread; i < burst->objects.size(); ++i) {
      BurstObject& object = burst->objects[i];
      if (object.content != ContentState::kUnread || (current != 0 && object.stamp >= current)) {
        continue;
      }
      object.content = ContentState::kLost;
      ++lost;
    }
    burst->AdvancePastFinal();
    const bool grew =
        !burst->objects.empty() && current != 0 && burst->objects.back().stamp >= current;
    if (burst->open && !grew) CloseEarly(*burst);
  }
  return lost;
}

std::vector<std::unique_ptr<Burst>> BurstBuffers::TakeFinished() {
  std::vector<std::unique_ptr<Burst>> finished;
  for (auto& burst : bursts_) {
    if (burst->open || !burst->AdvancePastFinal()) continue;
    const auto state = places_.find(burst->place);
    if (state != places_.end() && state->second.open == burst.get()) state->second.open = nullptr;
    objects_ -= burst->objects.size();
    finished.push_back(std::move(burst));
  }
  std::erase_if(bursts_, [](const auto& burst) { return burst == nullptr; });
  return finished;
}

Burst* BurstBuffers::Find(uint64_t id) {
  for (const auto& burst : bursts_) {
    if (burst->id == id) return burst.get();
  }
  return nullptr;
}

void BurstBuffers::Clear() {
  bursts_.clear();
  places_.clear();
  objects_ = 0;
}

}  // namespace heaptwin::evidence
