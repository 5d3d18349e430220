#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "base/loss.h"
#include "base/random.h"
#include "heap/address_index.h"
#include "heap/fingerprint.h"
#include "heap/ids.h"

namespace heaptwin::heap {

// What is known of an object's content. kRead and kLost are final.
enum class ContentState : uint8_t { kUnread, kRead, kLost };

inline constexpr uint32_t kNoComparison = std::numeric_limits<uint32_t>::max();

// A registered object.
struct SampledObject {
  uint64_t address = 0;  // 0: unknown
  uint64_t stamp = 0;    // epoch in which `address` holds
  uint64_t size = 0;     // bytes
  double interval_drawn = 0;
  double probe_period = 0;  // objects that it stands for if a probe registered it, else 0
  uint64_t order = 0;       // of allocation, over all registered objects
  WeakHandle weak = 0;
  int64_t registered_nanos = 0;     // coarse monotonic clock
  uint64_t collections_before = 0;  // collections finished when it was registered
  Fingerprint fingerprint;          // valid if content == kRead
  uint64_t content_stamp = 0;       // epoch of registration, in which `fingerprint` was taken
  ContextId context{};
  ClassId class_id{};
  ThreadIndex thread{};
  uint32_t pending_comparison = kNoComparison;
  base::Loss unread_because = base::Loss::kEpochClosedUnread;
  ContentState content = ContentState::kUnread;
  bool all_zero = false;
  bool content_recorded = false;  // the content is in the evidence, or its loss is counted
  bool tried_running = false;     // an inspection between collections failed on it
  bool compared = false;          // belongs to a comparison
  bool is_reference = false;      // waits for a partner
  bool first_check_done = false;  // survival of the first collection is known
  bool relocated = false;

  bool probed() const { return probe_period > 0; }
};

// The registered objects: a slab of fixed capacity. Not thread-safe.
class ObjectTable {
 public:
  ObjectTable(size_t capacity, uint64_t seed);

  bool IsFull() const { return free_.empty(); }
  size_t size() const { return live_.size(); }

  // A random one of a few random objects, preferring those whose evidence is complete. Eviction
  // must not favour the old, or survival would be biased by age; what is complete has given its
  // evidence. Requires a non-empty table.
  ObjectId PickVictim();
  // Requires !IsFull(). The object is found by its address if it has one.
  ObjectId Add(const SampledObject& object);
  void Remove(ObjectId id);

  // nullptr if the object is gone. Valid until Remove or Clear.
  SampledObject* Find(ObjectId id);
  const SampledObject* Find(ObjectId id) const;

  // The object whose bytes hold `address` in epoch `stamp`. A few hash lookups: no snapshot has to
  // be sorted first.
  std::optional<ObjectId> FindByAddress(uint64_t address, uint64_t stamp) const;
  // The object moved.
  void SetAddress(ObjectId id, uint64_t address, uint64_t stamp);

  template <typename Visitor>
  void ForEach(Visitor visit) {
    for (const uint32_t slot : live_) visit(slots_[slot].object);
  }
  void Clear();

 private:
  struct Slot {
    SampledObject object;
    uint32_t generation = 1;
    uint32_t position = 0;  // in live_
    bool used = false;
  };

  ObjectId IdOf(uint32_t slot) const;
  const Slot* SlotOf(ObjectId id) const;

  std::vector<Slot> slots_;
  std::vector<uint32_t> free_;
  std::vector<uint32_t> live_;
  AddressIndex index_;
  base::Random random_;
};

}  // namespace heaptwin::heap
