#include "evidence/comparisons.h"

namespace heaptwin::evidence {

void ComparisonCounts::CountDifferentSize(OffsetOrigin origin) {
  ++different_size;
  ++by_origin[static_cast<size_t>(origin)];
}

void PendingComparisons::Settled::CountIn(ComparisonCounts& counts) const {
  MatchCounts* split = &counts.unknown;
  if (first && second) split = *first == *second ? &counts.identical : &counts.different;
  ++(match ? split->match : split->mismatch);
  ++counts.by_origin[static_cast<size_t>(origin)];
}

uint32_t PendingComparisons::Add(heap::ContextId context, bool match, OffsetOrigin origin) {
  if (free_.empty()) {
    free_.push_back(static_cast<uint32_t>(entries_.size()));
    entries_.emplace_back();
  }
  const uint32_t index = free_.back();
  free_.pop_back();
  entries_[index] = {};
  entries_[index].comparison.context = context;
  entries_[index].comparison.match = match;
  entries_[index].comparison.origin = origin;
  return index;
}

std::optional<PendingComparisons::Settled> PendingComparisons::SideIsFinal(
    uint32_t index, const KnownContent& content) {
  Entry& entry = entries_[index];
  (entry.sides_final == 0 ? entry.comparison.first : entry.comparison.second) = content;
  if (++entry.sides_final < 2) return std::nullopt;
  free_.push_back(index);
  return entry.comparison;
}

}  // namespace heaptwin::evidence
