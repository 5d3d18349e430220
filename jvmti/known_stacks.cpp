#include "known_stacks.h"

namespace heaptwin::agent {
namespace {

// So many disagreements may be chance, such as code that another agent replaced.
constexpr uint64_t kForgiven = 4;
constexpr uint64_t kRefutedOneIn = 100;

}  // namespace

uint64_t KnownStacks::GenerationOf(const Seen& seen) {
  return seen.interpreted ? seen.generation : kForEver;
}

KnownStacks::Entry* KnownStacks::First(const Seen& seen) {
  const uint64_t mixed = seen.key.low ^ (seen.kind * 0x9e3779b97f4a7c15ULL);
  return &entries_[(mixed % (kEntries / kWays)) * kWays];
}

std::optional<KnownStacks::Known> KnownStacks::Find(const Seen& seen) {
  const std::lock_guard lock(mutex_);
  const Entry* const first = First(seen);
  for (size_t way = 0; way < kWays; ++way) {
    const Entry& entry = first[way];
    if (entry.Is(seen) && entry.generation == GenerationOf(seen)) {
      found_.fetch_add(1, std::memory_order_relaxed);
      return entry.known;
    }
  }
  return std::nullopt;
}

void KnownStacks::Remember(const Seen& seen, Known known) {
  const std::lock_guard lock(mutex_);
  Entry* const first = First(seen);
  Entry* chosen = nullptr;
  for (size_t way = 0; way < kWays && chosen == nullptr; ++way) {
    if (!first[way].used || first[way].Is(seen)) chosen = &first[way];
  }
  if (chosen == nullptr) chosen = &first[next_way_++ % kWays];
  *chosen = {seen.key, seen.kind, GenerationOf(seen), known, true};
}

void KnownStacks::Checked(bool agrees) {
  const uint64_t checked = checked_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (agrees) return;
  const uint64_t refuted = refuted_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (refuted > kForgiven && refuted * kRefutedOneIn > checked) {
    trusted_.store(false, std::memory_order_relaxed);
  }
}

}  // namespace heaptwin::agent
