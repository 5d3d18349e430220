#include "address_reader.h"

#include <atomic>

namespace heaptwin::agent {

std::optional<RawAddress> ReadAddress(JNIEnv* jni, jobject local, const heap::GcEpoch& epoch) {
  constexpr int kAttempts = 4;
  if (local == nullptr) return std::nullopt;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const uint64_t stamp = epoch.Current();
    jni->IsSameObject(local, nullptr);
    const uint64_t address = *reinterpret_cast<const volatile uint64_t*>(local);
    // The slot must be read before the epoch is read again.
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (stamp != 0 && address != 0 && epoch.Current() == stamp) return RawAddress{address, stamp};
  }
  return std::nullopt;
}

}  // namespace heaptwin::agent
