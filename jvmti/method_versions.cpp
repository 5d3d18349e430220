#include "method_versions.h"

namespace heaptwin::agent {

size_t MethodVersions::BitOf(jmethodID method) {
  const auto number = reinterpret_cast<uint64_t>(method) >> 3;
  return (number * 0x9e3779b97f4a7c15ULL >> 32) % kBits;
}

uint32_t MethodVersions::Of(jmethodID method) const {
  const size_t bit = BitOf(method);
  const uint64_t word = touched_[bit / 64].load(std::memory_order_acquire);
  if ((word >> (bit % 64) & 1) == 0) return 0;
  const std::lock_guard lock(mutex_);
  const auto known = versions_.find(method);
  return known == versions_.end() ? 0 : known->second;
}

void MethodVersions::Replaced(std::span<const jmethodID> methods) {
  {
    const std::lock_guard lock(mutex_);
    for (const jmethodID method : methods) ++versions_[method];
  }
  for (const jmethodID method : methods) {
    const size_t bit = BitOf(method);
    touched_[bit / 64].fetch_or(uint64_t{1} << (bit % 64), std::memory_order_release);
  }
}

}  // namespace heaptwin::agent
