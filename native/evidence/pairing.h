#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "evidence/events.h"
#include "heap/ids.h"

namespace heaptwin::evidence {

// A trapped object that waits for a partner: what was read of it, where and when.
struct Reference {
  heap::ObjectId object = heap::ObjectId::kNone;  // kNone: this place is free
  uint64_t stamp = 0;
  uint64_t size = 0;
  uint64_t value = 0;
  uint32_t offset = 0;
  uint8_t length = 0;
  OffsetOrigin origin = OffsetOrigin::kUniform;
  heap::ObjectId target = heap::ObjectId::kNone;  // the object that was armed for it
  uint64_t target_since = 0;                      // that object's number within the context
};

// The references of one allocation context that wait for a partner. Each is offered to one new
// object at a time: if every new object were armed at the one pending offset, the traps that come
// too late would pair among themselves at that same offset, and an offset shared by many
// comparisons makes their interval too narrow. A reference whose target does not trap within
// kPatience further objects is offered again. Not thread-safe.
class Pairing {
 public:
  static constexpr uint64_t kPatience = 16;

  // Removes references of other epochs, calling `dropped(reference)` for each.
  template <typename Dropped>
  void DropStale(uint64_t stamp, Dropped dropped) {
    for (Reference& reference : references_) {
      if (reference.object != heap::ObjectId::kNone && reference.stamp != stamp) {
        dropped(reference);
        reference = {};
      }
    }
  }

  // The reference that a new object, the context's `number`-th, may be compared with; nullptr if
  // all are taken.
  Reference* Offerable(uint64_t number);
  // Takes out the reference that the trap completes: another object, same epoch, offset, length and
  // size.
  std::optional<Reference> TakePartner(const Trap& trap, uint64_t size);
  void Take(Reference& reference) { reference = {}; }
  // The target will not be armed: its reference may be offered again.
  void ReleaseTarget(heap::ObjectId target);
  // Keeps `reference`; returns the one that had to make room (the longest waiting), if any.
  std::optional<Reference> Keep(const Reference& reference);
  // The object is gone from the table; its reading remains usable, its content will not be known.
  bool Holds(heap::ObjectId object) const;

 private:
  static constexpr size_t kReferences = 4;

  std::array<Reference, kReferences> references_{};
  size_t next_victim_ = 0;
};

}  // namespace heaptwin::evidence
