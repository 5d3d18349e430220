// Reading survivors a second time. An array that is filled long after it was allocated is blank at
// the first collection it meets and looks like a copy of all its siblings; what it holds later is
// what it was allocated for. Once per object, as late as its address is known: at the start of the
// collection after the one that it survived, or at the end of the recording.
#include <algorithm>
#include <array>
#include <utility>

#include "evidence/recording_state.h"

namespace heaptwin::evidence {
namespace {

using heap::PauseBudget;
using heap::Reading;
using heap::ReadingResult;
using heap::SampledObject;

}  // namespace

// The readings that are due next, at most a batch; `next` moves past what was looked at.
std::vector<Reading>& Recording::State::SurvivorsToReread(uint64_t stamp, size_t& next) {
  auto& readings = rereading.readings;
  readings.clear();
  rereading.objects.clear();
  for (; next < to_reread.size() && readings.size() < kRereadingBatch; ++next) {
    const Listed& listed = to_reread[next];
    if (listed.stamp != stamp) continue;
    const SampledObject* object = table.Find(listed.object);
    if (object == nullptr || object->stamp != stamp) continue;
    const heap::ObjectLayout* layout = classes.at(object->class_id).layout.get();
    if (layout == nullptr) continue;
    rereading.objects.push_back(listed.object);
    readings.push_back({object->address, object->size, layout});
  }
  return readings;
}

void Recording::State::RereadStopped(uint64_t stamp, const PauseBudget& budget) {
  std::array<ReadingResult, kRereadingBatch> results;
  for (size_t next = 0; next < to_reread.size();) {
    const auto& readings = SurvivorsToReread(stamp, next);
    const size_t settled =
        stopped_inspector.InspectStopped(readings, {results.data(), readings.size()}, budget);
    for (size_t i = 0; i < settled; ++i) {
      rereading.results.push_back({rereading.objects[i], stamp, results[i]});
    }
    if (settled < readings.size()) return;
  }
}

// References compare only within one epoch, but that an object is no longer blank shows in any.
void Recording::State::ApplyRereading(const Reread& reread) {
  SampledObject* object = table.Find(reread.object);
  if (object == nullptr || !reread.result.read) return;
  const bool pooled = classes.at(object->class_id).Pooled();
  if (!pooled && !object->all_zero) return;
  ContextEvidence& evidence = contexts.at(object->context).evidence;
  ++evidence.reread.objects;
  const bool changed =
      pooled ? object->fingerprint != reread.result.fingerprint : !reread.result.all_zero;
  if (!changed) return;
  ++evidence.reread.changed;
  object->fingerprint = reread.result.fingerprint;
  object->all_zero = reread.result.all_zero;
  auto& contents = object->probed() ? evidence.probed.contents : evidence.contents;
  const uint64_t order = object->order;
  ContentEvent* event =
      contents.Find([order](const ContentEvent& candidate) { return candidate.order == order; });
  if (event == nullptr) return;  // displaced by others
  event->fingerprint = reread.result.fingerprint;
  event->all_zero = reread.result.all_zero;
  event->stamp = reread.stamp;
}

void Recording::State::ApplyRereadings(uint64_t current) {
  std::vector<Reread> rereads;
  {
    const std::lock_guard lock(mutex);
    rereads = std::exchange(rereading.results, {});
    std::erase_if(to_reread, [&](const Listed& listed) { return listed.stamp < current; });
    rereading.results.reserve(to_reread.size());
  }
  for (size_t start = 0; start < rereads.size(); start += kRereadingBatch) {
    const std::lock_guard lock(mutex);
    const size_t end = std::min(rereads.size(), start + kRereadingBatch);
    for (size_t i = start; i < end; ++i) ApplyRereading(rereads[i]);
  }
}

void Recording::RereadSurvivors(const base::EpochSource& epoch) {
  State& state = *state_;
  const uint64_t stamp = epoch.Current();
  if (stamp == 0) return;
  std::vector<ReadingResult> results;
  bool more = true;
  for (size_t next = 0; more;) {
    std::vector<Reading> readings;
    std::vector<heap::ObjectId> objects;
    {
      const std::lock_guard lock(state.mutex);
      readings = state.SurvivorsToReread(stamp, next);
      objects = state.rereading.objects;
      more = next < state.to_reread.size();
    }
    results.assign(readings.size(), {});
    state.running_inspector.InspectRunning(readings, results, epoch, stamp);
    const std::lock_guard lock(state.mutex);
    for (size_t i = 0; i < objects.size(); ++i) {
      state.ApplyRereading({objects[i], stamp, results[i]});
    }
  }
  const std::lock_guard lock(state.mutex);
  state.to_reread.clear();
}

}  // namespace heaptwin::evidence
