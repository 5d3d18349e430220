#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "evidence/exhaustive_log.h"
#include "heap/fingerprint.h"
#include "heap/ids.h"

namespace heaptwin::evidence {

// Different objects of one context, drawn in pairs within one epoch, and how much of their content
// agrees.
struct AgreementSums {
  uint64_t different = 0;  // pairs that differ
  uint64_t identical = 0;  // pairs that do not: no part of alpha
  double agreement = 0;    // over the different ones: share of content bytes in equal fields
};

// What an exhaustive recording counts of one context. Where contents compare only within an epoch
// (`within_epochs`) a group is one of an epoch, and `largest_...` and pairs are sums over epochs. A
// blank content holds no reference: `distinct` has it once, and the curve sees it in every epoch.
struct ExhaustiveTotals {
  static constexpr size_t kSizeClasses = 40;
  // W = 1, 2, 4, ... 65,536.
  static constexpr size_t kWindows = 17;

  uint64_t objects = 0;  // allocated, lost ones included
  uint64_t bytes = 0;
  uint64_t grouped = 0;  // objects whose content is in a group
  uint64_t grouped_bytes = 0;
  uint64_t distinct = 0;        // groups
  uint64_t distinct_bytes = 0;  // one object of each
  uint64_t largest_objects = 0;
  uint64_t largest_bytes = 0;
  uint64_t pairs = 0;  // that could be compared
  uint64_t identical_pairs = 0;
  // Chance that two objects of one epoch are equal, times the epoch's objects, over epochs with at
  // least two of them; and those objects.
  double identity_within_epochs = 0;
  uint64_t objects_in_epochs = 0;
  uint64_t zero_objects = 0;
  uint64_t zero_bytes = 0;
  // Groups of 1, 2 to 3, 4 to 7, ... objects.
  std::array<uint64_t, kSizeClasses> group_sizes{};
  // Objects whose last equal one in their thread lies 1, 2, 3 to 4, 5 to 8, ... objects back.
  std::array<uint64_t, kWindows> curve_objects{};
  std::array<uint64_t, kWindows> curve_bytes{};
  uint64_t longest_sequence = 0;  // objects of one thread

  uint64_t dropped = 0;     // allocated while the log was full
  uint64_t unread = 0;      // kept, and their content was not read
  uint64_t ungrouped = 0;   // read as a new content when there was no room for one
  uint64_t curve_gaps = 0;  // objects whose distance was not looked up
  uint64_t curve_gap_bytes = 0;
  bool within_epochs = false;
  AgreementSums agreement;

  uint64_t Lost() const { return dropped + unread + ungrouped; }

  // Of the epoch that is being counted.
  uint64_t epoch_grouped = 0;
  uint64_t epoch_largest_objects = 0;
  uint64_t epoch_largest_bytes = 0;
  uint64_t epoch_identical_pairs = 0;
};

// One object in its thread's order of allocation.
struct CountedObject {
  heap::ContextId context{};
  heap::ThreadIndex thread{};
  uint64_t size = 0;  // bytes
  ExhaustiveState state = ExhaustiveState::kLost;
  heap::Fingerprint fingerprint;
  bool within_epoch = false;  // its content compares only within its epoch
  bool ordered = true;        // its thread index stands for one thread

  bool Blank() const { return state == ExhaustiveState::kReadZero; }
};

// Counts the contents of all objects: exact groups, and the exact distance to the last equal object
// of the same context and thread. Bounded; what does not fit is counted with its context. Not
// thread-safe.
class ExhaustiveCounts {
 public:
  struct Limits {
    size_t contents = size_t{8} << 20;
    size_t recent = size_t{4} << 20;  // contents remembered for their distance
  };

  explicit ExhaustiveCounts(const Limits& limits) : limits_(limits) {}

  // Objects of one epoch, then EndEpoch.
  // False if its content is new and there was no room for it.
  bool Add(const CountedObject& object);
  void EndEpoch();
  void AddDropped(const ExhaustiveDropped& dropped);
  AgreementSums& AgreementOf(heap::ContextId context) { return At(context).agreement; }

  // Zeros for a context that nothing was counted of.
  ExhaustiveTotals Of(heap::ContextId context) const;

 private:
  struct Key {
    heap::Fingerprint fingerprint;
    uint32_t context;
    uint32_t size_words;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key& key) const noexcept {
      return key.fingerprint.low ^ (0x9e3779b97f4a7c15ULL * key.context) ^ key.size_words;
    }
  };
  template <typename Value>
  using ByContent = std::unordered_map<Key, Value, KeyHash>;

  struct ThreadOrder {
    std::unordered_map<uint32_t, uint64_t> next;  // by context: objects so far
    ByContent<uint64_t> last;                     // place of the last equal object, from 1
    ByContent<uint64_t> last_in_epoch;
  };

  ExhaustiveTotals& At(heap::ContextId context);
  bool AddToGroup(ExhaustiveTotals& totals, const Key& key, const CountedObject& object);
  void Grew(ExhaustiveTotals& totals, uint64_t objects, uint64_t size, bool within_epoch,
            bool known);
  void AddToCurve(ExhaustiveTotals& totals, const Key& key, const CountedObject& object);
  bool RoomForRecent();

  const Limits limits_;
  std::deque<ExhaustiveTotals> totals_;  // by context
  ByContent<uint64_t> groups_;           // objects of each
  ByContent<uint64_t> epoch_groups_;
  std::unordered_set<Key, KeyHash> blank_;  // seen, of those with references
  std::vector<uint32_t> epoch_contexts_;    // with groups in the epoch
  std::vector<ThreadOrder> threads_;
  size_t recent_ = 0;  // in `last` of all threads
  size_t recent_in_epoch_ = 0;
  uint64_t asked_ = 0;  // for room
  uint64_t asked_at_last_look_ = 0;
};

}  // namespace heaptwin::evidence
