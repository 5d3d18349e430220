#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "evidence/context_store.h"
#include "evidence/exhaustive_counts.h"
#include "evidence/exhaustive_log.h"
#include "heap/ids.h"

namespace heaptwin::evidence {

// The exact counts by site, a class and the line that allocates: copies that different stacks make
// of one thing are duplicates here, and are not in any of their contexts. Not thread-safe.
class ExhaustiveSites {
 public:
  struct Site {
    heap::ClassId class_id{};
    uint32_t frame = kNoFrame;  // index into ContextStore::frames()
    bool operator==(const Site&) const = default;
  };
  static constexpr uint32_t kNoFrame = UINT32_MAX;

  explicit ExhaustiveSites(const ExhaustiveCounts::Limits& limits) : counts_(limits) {}

  // As ExhaustiveCounts; contexts are those of `contexts`.
  bool Add(const ContextStore& contexts, const CountedObject& object);
  void AddDropped(const ContextStore& contexts, const ExhaustiveDropped& dropped);
  void EndEpoch() { counts_.EndEpoch(); }

  size_t size() const { return sites_.size(); }
  const Site& at(size_t number) const { return sites_[number]; }
  ExhaustiveTotals Of(size_t number) const { return counts_.Of(NumberAsContext(number)); }

 private:
  struct SiteHash {
    size_t operator()(const Site& site) const noexcept {
      return site.frame + 0x9e3779b97f4a7c15ULL * heap::Index(site.class_id);
    }
  };

  // The counts are by a number, which elsewhere is that of a context.
  static heap::ContextId NumberAsContext(size_t number) {
    return heap::ContextId{static_cast<uint32_t>(number)};
  }
  heap::ContextId SiteOf(const ContextStore& contexts, heap::ContextId context);

  ExhaustiveCounts counts_;
  std::vector<Site> sites_;
  std::unordered_map<Site, size_t, SiteHash> numbers_;
};

}  // namespace heaptwin::evidence
