#include "heap/gc_epoch.h"

namespace heaptwin::heap {
namespace {

constexpr uint64_t kOneStart = uint64_t{1} << 32;
constexpr uint64_t kDepthMask = kOneStart - 1;

}  // namespace

GcEpoch::GcEpoch(const volatile uint32_t* total_collections) noexcept {
  SetTotalCollections(total_collections);
}

void GcEpoch::SetTotalCollections(const volatile uint32_t* total_collections) noexcept {
  total_collections_ = total_collections;
  total_at_last_end_.store(TotalCollections(), std::memory_order_relaxed);
}

uint32_t GcEpoch::TotalCollections() const noexcept {
  if (total_collections_ == nullptr) return 0;
  // The VM writes the counter before it moves objects; what is read after this must not be read
  // earlier. (The builtin because std::atomic_ref takes no pointer to const.)
  return __atomic_load_n(total_collections_, __ATOMIC_ACQUIRE);
}

bool GcEpoch::BeginCollection() noexcept {
  const uint64_t state = state_.load(std::memory_order_relaxed);
  const bool outermost = (state & kDepthMask) == 0;
  if (outermost) {
    silent_.fetch_add(TotalCollections() - total_at_last_end_.load(std::memory_order_relaxed),
                      std::memory_order_relaxed);
  }
  state_.store(state + 1 + (outermost ? kOneStart : 0), std::memory_order_seq_cst);
  return outermost;
}

bool GcEpoch::EndCollection() noexcept {
  const uint64_t state = state_.load(std::memory_order_relaxed);
  const uint64_t depth = state & kDepthMask;
  if (depth > 1) {
    state_.store(state - 1, std::memory_order_seq_cst);
    return false;
  }
  total_at_last_end_.store(TotalCollections(), std::memory_order_relaxed);
  if (depth == 0) {
    state_.store(state + kOneStart, std::memory_order_seq_cst);
    return false;
  }
  collections_.fetch_add(1, std::memory_order_relaxed);
  state_.store(state - 1, std::memory_order_seq_cst);
  return true;
}

uint64_t GcEpoch::Current() const noexcept {
  const uint64_t state = state_.load(std::memory_order_acquire);
  if ((state & kDepthMask) != 0) return 0;
  // A collection that starts between the two loads gives the old event count with the new total: a
  // stamp that no settled moment has, so it never equals another one.
  return state | TotalCollections();
}

uint64_t GcEpoch::StampBeforeThisCollection() const noexcept {
  const uint64_t state = state_.load(std::memory_order_acquire);
  if ((state & kDepthMask) == 0) return 0;
  return ((state & ~kDepthMask) - kOneStart) | TotalCollections();
}

uint64_t GcEpoch::Collections() const noexcept {
  return collections_.load(std::memory_order_relaxed);
}

uint64_t GcEpoch::SilentCollections() const noexcept {
  const uint64_t counted = silent_.load(std::memory_order_relaxed);
  const bool outside = (state_.load(std::memory_order_acquire) & kDepthMask) == 0;
  if (!outside) return counted;
  const uint32_t since = TotalCollections() - total_at_last_end_.load(std::memory_order_relaxed);
  return counted + since;
}

}  // namespace heaptwin::heap
