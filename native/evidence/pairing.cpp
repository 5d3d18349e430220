#include "evidence/pairing.h"

#include <algorithm>

namespace heaptwin::evidence {

using heap::ObjectId;

Reference* Pairing::Offerable(uint64_t number) {
  for (Reference& reference : references_) {
    if (reference.object == ObjectId::kNone) continue;
    const bool waiting =
        reference.target != ObjectId::kNone && number - reference.target_since <= kPatience;
    if (!waiting) return &reference;
  }
  return nullptr;
}

std::optional<Reference> Pairing::TakePartner(const Trap& trap, uint64_t size) {
  for (Reference& reference : references_) {
    if (reference.object == ObjectId::kNone || reference.object == trap.object) continue;
    if (reference.stamp == trap.stamp && reference.offset == trap.offset &&
        reference.length == trap.length && reference.size == size) {
      const Reference taken = reference;
      reference = {};
      return taken;
    }
  }
  return std::nullopt;
}

void Pairing::ReleaseTarget(ObjectId target) {
  for (Reference& reference : references_) {
    if (reference.target == target) reference.target = ObjectId::kNone;
  }
}

std::optional<Reference> Pairing::Keep(const Reference& reference) {
  for (Reference& place : references_) {
    if (place.object == ObjectId::kNone) {
      place = reference;
      return std::nullopt;
    }
  }
  const Reference displaced = references_[next_victim_];
  references_[next_victim_] = reference;
  next_victim_ = (next_victim_ + 1) % references_.size();
  return displaced;
}

bool Pairing::Holds(ObjectId object) const {
  return std::any_of(references_.begin(), references_.end(),
                     [&](const Reference& reference) { return reference.object == object; });
}

}  // namespace heaptwin::evidence
