#include "evidence/exhaustive_counts.h"

#include <algorithm>
#include <bit>

namespace heaptwin::evidence {
namespace {

constexpr uint64_t kLongestWindow = uint64_t{1} << (ExhaustiveTotals::kWindows - 1);

size_t SizeClass(uint64_t objects) {
  return std::min<size_t>(std::bit_width(objects) - 1, ExhaustiveTotals::kSizeClasses - 1);
}

}  // namespace

ExhaustiveTotals& ExhaustiveCounts::At(heap::ContextId context) {
  if (heap::Index(context) >= totals_.size()) totals_.resize(heap::Index(context) + 1);
  return totals_[heap::Index(context)];
}

ExhaustiveTotals ExhaustiveCounts::Of(heap::ContextId context) const {
  return heap::Index(context) < totals_.size() ? totals_[heap::Index(context)] : ExhaustiveTotals{};
}

void ExhaustiveCounts::AddDropped(const ExhaustiveDropped& dropped) {
  ExhaustiveTotals& totals = At(dropped.context);
  totals.objects += dropped.objects;
  totals.bytes += dropped.bytes;
  totals.dropped += dropped.objects;
}

bool ExhaustiveCounts::Add(const CountedObject& object) {
  ExhaustiveTotals& totals = At(object.context);
  ++totals.objects;
  totals.bytes += object.size;
  const bool read =
      object.state == ExhaustiveState::kRead || object.state == ExhaustiveState::kReadZero;
  const Key key{object.fingerprint, static_cast<uint32_t>(object.context),
                static_cast<uint32_t>(object.size / 8)};
  bool grouped = true;
  if (read) {
    totals.within_epochs |= object.within_epoch;
    if (object.Blank()) {
      ++totals.zero_objects;
      totals.zero_bytes += object.size;
    }
    grouped = AddToGroup(totals, key, object);
  } else {
    ++totals.unread;
  }
  if (!object.ordered) {
    ++totals.curve_gaps;
    totals.curve_gap_bytes += object.size;
    return grouped;
  }
  if (heap::Index(object.thread) >= threads_.size())
    threads_.resize(heap::Index(object.thread) + 1);
  const uint64_t place = ++threads_[heap::Index(object.thread)].next[key.context];
  totals.longest_sequence = std::max(totals.longest_sequence, place);
  if (read) AddToCurve(totals, key, object);
  return grouped;
}

bool ExhaustiveCounts::AddToGroup(ExhaustiveTotals& totals, const Key& key,
                                  const CountedObject& object) {
  auto& groups = object.within_epoch ? epoch_groups_ : groups_;
  auto place = groups.find(key);
  if (place == groups.end()) {
    if (groups_.size() + epoch_groups_.size() + blank_.size() >= limits_.contents) {
      ++totals.ungrouped;
      return false;
    }
    place = groups.emplace(key, 0).first;
  }
  const uint64_t objects = ++place->second;
  const bool known =
      objects == 1 && object.within_epoch && object.Blank() && !blank_.insert(key).second;
  Grew(totals, objects, object.size, object.within_epoch, known);
  if (object.within_epoch && ++totals.epoch_grouped == 1) epoch_contexts_.push_back(key.context);
  return true;
}

// A group of objects of `size` bytes has now this many. `known`: its first object is like one of
// an earlier epoch.
void ExhaustiveCounts::Grew(ExhaustiveTotals& totals, uint64_t objects, uint64_t size,
                            bool within_epoch, bool known) {
  ++totals.grouped;
  totals.grouped_bytes += size;
  if (objects == 1 && !known) {
    ++totals.distinct;
    totals.distinct_bytes += size;
  }
  if (objects > 1) {
    --totals.group_sizes[SizeClass(objects - 1)];
    totals.identical_pairs += objects - 1;
    if (within_epoch) totals.epoch_identical_pairs += objects - 1;
  }
  ++totals.group_sizes[SizeClass(objects)];
  if (!within_epoch) totals.pairs = totals.grouped * (totals.grouped - 1) / 2;
  uint64_t& most = within_epoch ? totals.epoch_largest_objects : totals.largest_objects;
  uint64_t& most_bytes = within_epoch ? totals.epoch_largest_bytes : totals.largest_bytes;
  most = std::max(most, objects);
  most_bytes = std::max(most_bytes, objects * size);
}

void ExhaustiveCounts::AddToCurve(ExhaustiveTotals& totals, const Key& key,
                                  const CountedObject& object) {
  ThreadOrder& order = threads_[heap::Index(object.thread)];
  const uint64_t here = order.next[key.context];
  const bool one_epoch = object.within_epoch && !object.Blank();
  auto& last = one_epoch ? order.last_in_epoch : order.last;
  auto place = last.find(key);
  if (place == last.end()) {
    if (!RoomForRecent()) {
      ++totals.curve_gaps;
      totals.curve_gap_bytes += object.size;
      return;
    }
    last.emplace(key, here);
    ++(one_epoch ? recent_in_epoch_ : recent_);
    return;
  }
  const uint64_t distance = here - place->second;
  place->second = here;
  if (distance > kLongestWindow) return;
  const auto window = static_cast<size_t>(std::bit_width(distance - 1));
  ++totals.curve_objects[window];
  totals.curve_bytes[window] += object.size;
}

// Forgets contents that lie further back than the longest window when there are too many.
bool ExhaustiveCounts::RoomForRecent() {
  ++asked_;
  if (recent_ + recent_in_epoch_ < limits_.recent) return true;
  // Where a look through all of them frees little, not at every object.
  if (asked_ - asked_at_last_look_ < limits_.recent / 4) return false;
  asked_at_last_look_ = asked_;
  for (ThreadOrder& order : threads_) {
    const size_t before = order.last.size();
    std::erase_if(order.last, [&](const auto& entry) {
      return order.next[entry.first.context] - entry.second > kLongestWindow;
    });
    recent_ -= before - order.last.size();
  }
  return recent_ + recent_in_epoch_ < limits_.recent;
}

void ExhaustiveCounts::EndEpoch() {
  for (const uint32_t context : epoch_contexts_) {
    ExhaustiveTotals& totals = totals_[context];
    const uint64_t pairs = totals.epoch_grouped * (totals.epoch_grouped - 1) / 2;
    totals.pairs += pairs;
    if (pairs > 0) {
      totals.objects_in_epochs += totals.epoch_grouped;
      totals.identity_within_epochs += static_cast<double>(totals.epoch_grouped) *
                                       static_cast<double>(totals.epoch_identical_pairs) /
                                       static_cast<double>(pairs);
    }
    totals.epoch_identical_pairs = 0;
    totals.largest_objects += totals.epoch_largest_objects;
    totals.largest_bytes += totals.epoch_largest_bytes;
    totals.epoch_grouped = totals.epoch_largest_objects = totals.epoch_largest_bytes = 0;
  }
  epoch_contexts_.clear();
  epoch_groups_.clear();
  for (ThreadOrder& order : threads_) order.last_in_epoch.clear();
  recent_in_epoch_ = 0;
}

}  // namespace heaptwin::evidence
