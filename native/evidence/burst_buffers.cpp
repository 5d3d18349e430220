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

bool BurstBuffers::Append(heap::ThreadIndex thread, const BurstObject& object, int64_t now_nanos) {
  const size_t index = heap::Index(thread);
  if (index >= threads_.size()) threads_.resize(index + 1);
  ThreadState& state = threads_[index];
  if (state.closed_early) {
    if (state.open != nullptr) state.open->cut = true;
    return false;
  }
  const bool begins = state.open == nullptr;
  if (begins) {
    auto burst = std::make_unique<Burst>();
    burst->id = next_id_++;
    burst->thread = thread;
    state.open = burst.get();
    bursts_.push_back(std::move(burst));
  }
  state.open->last_append_nanos = now_nanos;
  if (objects_ >= max_objects_) {
    state.open->cut = true;
    return begins;
  }
  state.open->objects.push_back(object);
  ++objects_;
  return begins;
}

void BurstBuffers::End(heap::ThreadIndex thread) {
  const size_t index = heap::Index(thread);
  if (index >= threads_.size()) return;
  if (threads_[index].open != nullptr) threads_[index].open->open = false;
  threads_[index] = {};
}

void BurstBuffers::CloseEarly(Burst& burst) {
  burst.open = false;
  threads_[heap::Index(burst.thread)].closed_early = true;
}

size_t BurstBuffers::CloseOtherEpochs(uint64_t current) {
  size_t lost = 0;
  for (const auto& burst : bursts_) {
    for (size_t i = burst->first_unread; i < burst->objects.size(); ++i) {
      BurstObject& object = burst->objects[i];
      if (object.content != ContentState::kUnread || (current != 0 && object.stamp == current)) {
        continue;
      }
      object.content = ContentState::kLost;
      ++lost;
    }
    burst->AdvancePastFinal();
    const bool grew = !burst->objects.empty() && burst->objects.back().stamp == current;
    if (burst->open && !grew) CloseEarly(*burst);
  }
  return lost;
}

std::vector<std::unique_ptr<Burst>> BurstBuffers::TakeFinished() {
  std::vector<std::unique_ptr<Burst>> finished;
  for (auto& burst : bursts_) {
    if (burst->open || !burst->AdvancePastFinal()) continue;
    ThreadState& state = threads_[heap::Index(burst->thread)];
    if (state.open == burst.get()) state.open = nullptr;
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
  threads_.clear();
  objects_ = 0;
}

}  // namespace heaptwin::evidence
