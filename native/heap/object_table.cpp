#include "heap/object_table.h"

#include <algorithm>
#include <utility>

namespace heaptwin::heap {
namespace {

constexpr int kVictimCandidates = 8;

bool EvidenceIsComplete(const SampledObject& object) {
  return object.content_recorded && object.first_check_done && !object.is_reference &&
         object.pending_comparison == kNoComparison;
}

}  // namespace

ObjectTable::ObjectTable(size_t capacity, uint64_t seed)
    : slots_(std::max<size_t>(capacity, 1)), index_(slots_.size()), random_(seed) {
  live_.reserve(slots_.size());
  free_.reserve(slots_.size());
  for (size_t slot = slots_.size(); slot-- > 0;) free_.push_back(static_cast<uint32_t>(slot));
}

ObjectId ObjectTable::IdOf(uint32_t slot) const {
  return ObjectId{uint64_t{slots_[slot].generation} << 32 | slot};
}

const ObjectTable::Slot* ObjectTable::SlotOf(ObjectId id) const {
  const uint32_t slot = static_cast<uint32_t>(id);
  if (slot >= slots_.size() || !slots_[slot].used || IdOf(slot) != id) return nullptr;
  return &slots_[slot];
}

ObjectId ObjectTable::PickVictim() {
  uint32_t victim = live_[random_.Below(live_.size())];
  for (int i = 1; i < kVictimCandidates && !EvidenceIsComplete(slots_[victim].object); ++i) {
    victim = live_[random_.Below(live_.size())];
  }
  return IdOf(victim);
}

ObjectId ObjectTable::Add(const SampledObject& object) {
  const uint32_t slot = free_.back();
  free_.pop_back();
  slots_[slot].object = object;
  slots_[slot].used = true;
  slots_[slot].position = static_cast<uint32_t>(live_.size());
  live_.push_back(slot);
  if (object.address != 0) index_.Insert(slot, object.address, object.size);
  return IdOf(slot);
}

void ObjectTable::Remove(ObjectId id) {
  if (SlotOf(id) == nullptr) return;
  const uint32_t slot = static_cast<uint32_t>(id);
  index_.Erase(slot);
  const uint32_t last = live_.back();
  live_[slots_[slot].position] = last;
  slots_[last].position = slots_[slot].position;
  live_.pop_back();
  slots_[slot].used = false;
  if (++slots_[slot].generation == 0) slots_[slot].generation = 1;
  free_.push_back(slot);
}

SampledObject* ObjectTable::Find(ObjectId id) {
  return const_cast<SampledObject*>(std::as_const(*this).Find(id));
}

const SampledObject* ObjectTable::Find(ObjectId id) const {
  const Slot* slot = SlotOf(id);
  return slot == nullptr ? nullptr : &slot->object;
}

std::optional<ObjectId> ObjectTable::FindByAddress(uint64_t address, uint64_t stamp) const {
  const uint32_t slot = index_.Find(
      address, [&](uint32_t candidate) { return slots_[candidate].object.stamp == stamp; });
  if (slot == AddressIndex::kNone) return std::nullopt;
  return IdOf(slot);
}

void ObjectTable::SetAddress(ObjectId id, uint64_t address, uint64_t stamp) {
  SampledObject* object = Find(id);
  if (object == nullptr) return;
  const uint32_t slot = static_cast<uint32_t>(id);
  index_.Erase(slot);
  object->address = address;
  object->stamp = stamp;
  if (address != 0) index_.Insert(slot, address, object->size);
}

void ObjectTable::Clear() {
  while (!live_.empty()) Remove(IdOf(live_.back()));
}

}  // namespace heaptwin::heap
