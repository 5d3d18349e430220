#include "probe_runs.h"

#include <algorithm>
#include <utility>

#include "base/random.h"

namespace heaptwin::agent {

using evidence::RunStep;

bool ProbeRuns::Chance(double probability) {
  constexpr uint64_t kGolden = 0x9e3779b97f4a7c15ULL;
  return base::Random(random_.fetch_add(kGolden, std::memory_order_relaxed)).Chance(probability);
}

bool ProbeRuns::OnRegistration(int site, heap::ThreadIndex thread, uint64_t now_nanos) {
  if (now_nanos < not_before_.load(std::memory_order_relaxed)) return false;
  auto& begun = begun_[static_cast<size_t>(site)];
  if (!Chance(1.0 / (1.0 + begun.load(std::memory_order_relaxed)))) return false;
  uint64_t none = 0;
  deadline_.store(now_nanos + kLongestNanos, std::memory_order_relaxed);
  if (!current_.compare_exchange_strong(none, Code(site, thread))) return false;
  begun.fetch_add(1, std::memory_order_relaxed);
  const bool medium =
      spent_[1].load(std::memory_order_relaxed) + static_cast<uint64_t>(kLengths[1]) <=
      spent_[0].load(std::memory_order_relaxed);
  step_.store(medium ? RunStep::kMedium : RunStep::kShort, std::memory_order_relaxed);
  left_.store(kLengths[medium ? 1 : 0], std::memory_order_relaxed);
  run_nanos_.store(0, std::memory_order_relaxed);
  return true;
}

ProbeRuns::Role ProbeRuns::RoleOf(int site, std::optional<heap::ThreadIndex> thread,
                                  uint64_t now_nanos) {
  const uint64_t code = current_.load(std::memory_order_acquire);
  if (code == 0 || code >> 32 != static_cast<uint64_t>(site) + 1) return Role::kNone;
  if (now_nanos > deadline_.load(std::memory_order_relaxed)) {
    Abandon(site, now_nanos);
    return Role::kNone;
  }
  return thread && code == Code(site, *thread) ? Role::kMember : Role::kBystander;
}

bool ProbeRuns::OnMember(bool kept, uint64_t nanos, uint64_t now_nanos) {
  const uint64_t spent = run_nanos_.fetch_add(nanos, std::memory_order_relaxed) + nanos;
  const size_t step = step_.load(std::memory_order_relaxed) == RunStep::kMedium ? 1 : 0;
  spent_[step].fetch_add(1, std::memory_order_relaxed);
  if (left_.fetch_sub(1, std::memory_order_relaxed) > 1 && kept) return false;
  not_before_.store(now_nanos + static_cast<uint64_t>(static_cast<double>(spent) / share_),
                    std::memory_order_relaxed);
  current_.store(0, std::memory_order_release);
  return true;
}

void ProbeRuns::Abandon(int site, uint64_t now_nanos) {
  const uint64_t code = current_.load(std::memory_order_acquire);
  if (code >> 32 != static_cast<uint64_t>(site) + 1) return;
  not_before_.store(now_nanos + kLongestNanos, std::memory_order_relaxed);
  GiveUp(code);
}

void ProbeRuns::GiveUp(uint64_t code) {
  if (!current_.compare_exchange_strong(code, 0)) return;
  const int site = static_cast<int>((code >> 32) - 1);
  const heap::ThreadIndex thread{static_cast<uint32_t>((code & 0xffffffff) - 1)};
  const std::lock_guard lock(mutex_);
  abandoned_.push_back(PlaceOf(site, thread));
}

bool ProbeRuns::ActiveAt(int site) const {
  return current_.load(std::memory_order_acquire) >> 32 == static_cast<uint64_t>(site) + 1;
}

std::vector<evidence::RunPlace> ProbeRuns::TakeAbandoned() {
  const std::lock_guard lock(mutex_);
  return std::exchange(abandoned_, {});
}

}  // namespace heaptwin::agent
