// The inspection between collections: objects are copied without the mutex, while the JVM runs.
#include <algorithm>
#include <utility>

#include "base/clock.h"
#include "evidence/recording_state.h"

namespace heaptwin::evidence {
namespace {

using heap::ContentState;
using heap::ObjectId;
using heap::Reading;
using heap::ReadingResult;
using heap::SampledObject;

// Objects handled per holding of the mutex: allocating threads wait for it.
constexpr size_t kChunk = 128;

}  // namespace

// One inspection: picks under the mutex, copies without it, applies under it.
class Recording::RunningPass {
 public:
  RunningPass(State& state, const base::EpochSource& epoch, std::chrono::nanoseconds min_age,
              size_t max_objects)
      : state_(state),
        epoch_(epoch),
        stamp_(epoch.Current()),
        registered_before_(base::CoarseNowNanos() - min_age.count()),
        max_objects_(max_objects) {}

  RunningInspection Run() {
    if (stamp_ == 0) return total_;
    InspectRegistered();
    InspectBursts();
    return total_;
  }

 private:
  size_t Left() const { return max_objects_ - std::min(max_objects_, total_.attempted); }

  void Read() {
    results_.assign(readings_.size(), {});
    state_.running_inspector.InspectRunning(readings_, results_, epoch_, stamp_);
    total_.attempted += readings_.size();
  }

  // Fills readings_ and ids_ with random candidates.
  void PickRegistered(size_t& position, size_t& attempts) {
    readings_.clear();
    ids_.clear();
    auto& unread = state_.unread;
    const size_t wanted = std::min(kChunk, Left());
    for (size_t i = 0; i < kChunk && attempts > 0 && position < unread.size(); ++i, --attempts) {
      if (ids_.size() == wanted) break;
      std::swap(unread[position], unread[position + state_.random.Below(unread.size() - position)]);
      const auto listed = unread[position];
      const SampledObject* object = state_.table.Find(listed.object);
      if (object == nullptr || object->content != ContentState::kUnread || listed.stamp != stamp_) {
        unread[position] = unread.back();
        unread.pop_back();
        continue;
      }
      ++position;
      const heap::ObjectLayout* layout = state_.classes.at(object->class_id).layout.get();
      if (layout == nullptr || object->tried_running ||
          object->registered_nanos > registered_before_) {
        continue;
      }
      ids_.push_back(listed.object);
      readings_.push_back({object->address, object->size, layout});
    }
  }

  void InspectRegistered() {
    size_t position = 0;
    size_t attempts = 4 * max_objects_;
    while (Left() > 0 && attempts > 0) {
      {
        const std::lock_guard lock(state_.mutex);
        PickRegistered(position, attempts);
        if (ids_.empty() && position >= state_.unread.size()) return;
      }
      Read();
      const std::lock_guard lock(state_.mutex);
      for (size_t i = 0; i < ids_.size(); ++i) {
        SampledObject* object = state_.table.Find(ids_[i]);
        if (object == nullptr || object->content != ContentState::kUnread) continue;
        state_.ApplyRunning(*object, results_[i]);
        CountRead(results_[i]);
      }
      if (epoch_.Current() != stamp_) return;
    }
  }

  void CountRead(const ReadingResult& result) {
    if (!result.read) return;
    ++total_.read;
    ++state_.counts.inspected_running;
  }

  std::vector<uint64_t> ReadableBursts() {
    std::vector<uint64_t> ids;
    for (const auto& burst : state_.bursts.bursts()) {
      const bool quiet = burst->last_append_nanos <= registered_before_;
      if (quiet && !burst->AdvancePastFinal()) ids.push_back(burst->id);
    }
    // Random order, so that a small allowance does not always go to the oldest.
    for (size_t i = 1; i < ids.size(); ++i) std::swap(ids[i], ids[state_.random.Below(i + 1)]);
    return ids;
  }

  void InspectBursts() {
    std::vector<uint64_t> ids;
    {
      const std::lock_guard lock(state_.mutex);
      ids = ReadableBursts();
    }
    for (const uint64_t id : ids) {
      size_t next = 0;
      while (Left() > 0 && InspectBurstChunk(id, next)) {
      }
    }
  }

  // False at the burst's end.
  bool InspectBurstChunk(uint64_t id, size_t& next) {
    std::vector<size_t> places;
    {
      const std::lock_guard lock(state_.mutex);
      Burst* burst = state_.bursts.Find(id);
      if (burst == nullptr) return false;
      readings_.clear();
      next = std::max(next, burst->first_unread);
      for (; next < burst->objects.size() && readings_.size() < std::min(kChunk, Left()); ++next) {
        const BurstObject& object = burst->objects[next];
        const heap::ObjectLayout* layout = state_.classes.at(object.class_id).layout.get();
        if (object.content != ContentState::kUnread || object.stamp != stamp_ ||
            layout == nullptr) {
          continue;
        }
        places.push_back(next);
        readings_.push_back({object.address, object.size, layout});
      }
    }
    if (readings_.empty()) return false;
    Read();
    const std::lock_guard lock(state_.mutex);
    Burst* burst = state_.bursts.Find(id);
    if (burst == nullptr || epoch_.Current() != stamp_) return false;
    for (size_t i = 0; i < places.size(); ++i) {
      BurstObject& object = burst->objects[places[i]];
      if (object.content != ContentState::kUnread) continue;
      CountRead(results_[i]);
      ApplyToBurst(object, results_[i]);
    }
    return true;
  }

  static void ApplyToBurst(BurstObject& object, const ReadingResult& result) {
    object.fingerprint = result.fingerprint;
    if (result.read) {
      object.content = ContentState::kRead;
    } else if (result.loss != base::Loss::kContentChanged &&
               result.loss != base::Loss::kStaleEpoch) {
      object.content = ContentState::kLost;
    }
  }

  State& state_;
  const base::EpochSource& epoch_;
  const uint64_t stamp_;
  const int64_t registered_before_;
  const size_t max_objects_;
  RunningInspection total_;
  std::vector<Reading> readings_;
  std::vector<ReadingResult> results_;
  std::vector<ObjectId> ids_;
};

void Recording::State::ApplyRunning(SampledObject& object, const ReadingResult& result) {
  if (result.read) {
    object.content = ContentState::kRead;
    object.fingerprint = result.fingerprint;
    object.all_zero = result.all_zero;
    FinalizeContent(object);
    return;
  }
  if (result.loss == base::Loss::kStaleEpoch) return;
  object.unread_because = result.loss;
  object.tried_running = true;
  // A changing object may hold still in the next collection's pause; anything else is final.
  if (result.loss == base::Loss::kContentChanged) return;
  object.content = ContentState::kLost;
  FinalizeContent(object);
}

RunningInspection Recording::InspectRunning(const base::EpochSource& epoch,
                                            std::chrono::nanoseconds min_age, size_t max_objects) {
  {
    const std::lock_guard lock(state_->mutex);
    state_->CompactLists();
  }
  return RunningPass(*state_, epoch, min_age, max_objects).Run();
}

}  // namespace heaptwin::evidence
