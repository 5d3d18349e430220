// Reading contents inside collections and between them, and what becomes of what was read.
#include <algorithm>
#include <array>

#include "base/clock.h"
#include "evidence/recording_state.h"

namespace heaptwin::evidence {
namespace {

using heap::ContentState;
using heap::PauseBudget;
using heap::Reading;
using heap::ReadingResult;
using heap::SampledObject;

// Objects per batch of the stopped inspection: the clock is read once per batch.
constexpr size_t kBatch = 32;

}  // namespace

void Recording::State::FinalizeContent(SampledObject& object) {
  if (object.content_recorded) return;
  object.content_recorded = true;
  ContextEvidence& evidence = contexts.at(object.context).evidence;
  if (object.content == ContentState::kRead) {
    ++content_limit.stored;
    ++(object.probed() ? evidence.probed.inspected : evidence.inspected);
    const double interval = object.probed() ? object.probe_period : object.interval_drawn;
    const ContentEvent event{object.fingerprint, object.size,          interval,
                             object.order,       object.content_stamp, object.all_zero};
    auto& contents = object.probed() ? evidence.probed.contents : evidence.contents;
    contents.Offer(random.Next(), event, options.contents_per_context, content_limit.limit,
                   [&](const ContentEvent&) {
                     --content_limit.stored;
                     losses.Add(base::Loss::kContentReservoir);
                   });
  } else {
    losses.Add(object.unread_because);
  }
  if (object.pending_comparison == heap::kNoComparison) return;
  const KnownContent content =
      object.content == ContentState::kRead ? KnownContent(object.fingerprint) : std::nullopt;
  SettleSide(object.pending_comparison, content);
  object.pending_comparison = heap::kNoComparison;
}

// The epoch of an object is over.
void Recording::State::GiveUpContent(SampledObject& object) {
  if (object.content == ContentState::kUnread) {
    object.content = ContentState::kLost;
    if (classes.at(object.class_id).layout == nullptr) {
      object.unread_because = base::Loss::kClassUnknown;
    } else if (WasExhausted(object.content_stamp)) {
      object.unread_because = base::Loss::kPauseBudget;
    }
  }
  FinalizeContent(object);
}

bool Recording::State::WasExhausted(uint64_t stamp) const {
  return std::find(exhausted_stamps.begin(), exhausted_stamps.end(), stamp) !=
         exhausted_stamps.end();
}

// Reads unread[inspected_prefix..] in random order, by shuffling as far as it gets.
void Recording::State::InspectRegistered(uint64_t stamp, const PauseBudget& budget) {
  std::array<Reading, kBatch> readings;
  std::array<ReadingResult, kBatch> results;
  std::array<SampledObject*, kBatch> objects;
  while (inspected_prefix < unread.size()) {
    if (budget.RemainingNanos() <= 0) return;
    const size_t batch_start = inspected_prefix;
    size_t count = 0;
    // Entries that need no reading are bounded too: they cost time as well.
    for (size_t i = 0; i < kBatch && inspected_prefix < unread.size(); ++i, ++inspected_prefix) {
      const size_t pick = inspected_prefix + random.Below(unread.size() - inspected_prefix);
      std::swap(unread[inspected_prefix], unread[pick]);
      const Listed& listed = unread[inspected_prefix];
      if (listed.stamp != stamp) continue;
      SampledObject* object = table.Find(listed.object);
      if (object == nullptr || object->content != ContentState::kUnread) continue;
      const heap::ObjectLayout* layout = classes.at(object->class_id).layout.get();
      if (layout == nullptr) continue;
      objects[count] = object;
      readings[count++] = {object->address, object->size, layout};
    }
    const size_t settled =
        stopped_inspector.InspectStopped({readings.data(), count}, {results.data(), count}, budget);
    for (size_t i = 0; i < settled; ++i) {
      objects[i]->content = results[i].read ? ContentState::kRead : ContentState::kLost;
      objects[i]->fingerprint = results[i].fingerprint;
      objects[i]->all_zero = results[i].all_zero;
      objects[i]->unread_because = results[i].loss;
      counts.inspected_stopped += results[i].read ? 1 : 0;
    }
    if (settled < count) {
      inspected_prefix = batch_start;  // whoever continues skips what is read
      return;
    }
  }
}

// True if the budget sufficed.
bool Recording::State::InspectBurst(Burst& burst, uint64_t stamp, const PauseBudget& budget) {
  std::array<Reading, kBatch> readings;
  std::array<ReadingResult, kBatch> results;
  std::array<BurstObject*, kBatch> objects;
  for (size_t next = burst.first_unread; next < burst.objects.size();) {
    size_t count = 0;
    for (; next < burst.objects.size() && count < kBatch; ++next) {
      BurstObject& object = burst.objects[next];
      const heap::ObjectLayout* layout = classes.at(object.class_id).layout.get();
      const bool due = object.content == ContentState::kUnread && object.stamp == stamp;
      if (!due || layout == nullptr) continue;
      objects[count] = &object;
      readings[count++] = {object.address, object.size, layout};
    }
    const size_t settled =
        stopped_inspector.InspectStopped({readings.data(), count}, {results.data(), count}, budget);
    for (size_t i = 0; i < settled; ++i) {
      objects[i]->content = results[i].read ? ContentState::kRead : ContentState::kLost;
      objects[i]->fingerprint = results[i].fingerprint;
      counts.inspected_stopped += results[i].read ? 1 : 0;
    }
    if (settled < count) return false;
  }
  return true;
}

void Recording::State::InspectBursts(uint64_t stamp, const PauseBudget& budget) {
  auto& all = bursts.bursts();
  for (size_t i = 0; i < all.size(); ++i) {
    std::swap(all[i], all[i + random.Below(all.size() - i)]);
    if (!InspectBurst(*all[i], stamp, budget)) return;
  }
}

void Recording::CollectionStarting(uint64_t stamp) noexcept {
  if (stamp == 0) return;
  State& state = *state_;
  const std::lock_guard lock(state.mutex);
  const PauseBudget budget(state.options.pause_budget);
  if (state.exhaustive != nullptr) state.InspectExhaustive(stamp);
  state.inspected_prefix = 0;
  // Registered objects and bursts feed different evidence: neither may starve the other.
  const bool has_bursts = !state.bursts.bursts().empty();
  state.InspectRegistered(stamp, budget.First(has_bursts ? 0.5 : 1.0));
  if (has_bursts) {
    state.InspectBursts(stamp, budget);
    state.InspectRegistered(stamp, budget);
  }
  state.RereadStopped(stamp, budget);
  if (state.inspected_prefix < state.unread.size()) {
    state.exhausted_stamps[state.next_exhausted++ % state.exhausted_stamps.size()] = stamp;
  }
  const auto used = static_cast<uint64_t>(budget.UsedNanos());
  ++state.counts.inspections;
  state.counts.pause_nanos_total += used;
  state.counts.pause_nanos_largest = std::max(state.counts.pause_nanos_largest, used);
}

void Recording::CollectionFinished() noexcept {
  const std::lock_guard lock(state_->mutex);
  ++state_->collections;
}

}  // namespace heaptwin::evidence
