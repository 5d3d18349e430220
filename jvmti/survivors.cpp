#include "survivors.h"

#include <algorithm>

#include "address_reader.h"
#include "base/clock.h"

namespace heaptwin::agent {
namespace {

jweak AsWeak(heap::WeakHandle handle) { return reinterpret_cast<jweak>(handle); }

}  // namespace

void Survivors::CheckAfterCollection(JNIEnv* jni) {
  // All of them now: whoever is asked one collection later counts as reclaimed by this one.
  constexpr size_t kAtATime = 4096;
  for (size_t asked = kAtATime; asked == kAtATime;) {
    const auto due = recording_.ObjectsToCheck(kAtATime);
    asked = due.size();
    for (const auto& tracked : due) {
      const bool alive = tracked.weak != 0 && !jni->IsSameObject(AsWeak(tracked.weak), nullptr);
      recording_.ReportLiveness(tracked.object, alive);
    }
  }
  if (!addresses_hold_) return;
  const auto survivors = recording_.ObjectsToRelocate(AllowedRelocations());
  relocations_left_ -= static_cast<double>(survivors.size());
  for (const auto& tracked : survivors) {
    const jobject object = jni->NewLocalRef(AsWeak(tracked.weak));
    const auto where = ReadAddress(jni, object, epoch_);
    recording_.Relocated(tracked.object, where ? where->address : 0, where ? where->stamp : 0);
    if (object != nullptr) jni->DeleteLocalRef(object);
  }
}

size_t Survivors::AllowedRelocations() {
  constexpr double kPerSecond = 100;
  constexpr double kAtOnce = 64;
  const int64_t now = base::NowNanos();
  relocations_left_ = std::min(
      kAtOnce, relocations_left_ + kPerSecond * 1e-9 * static_cast<double>(now - relocated_at_));
  relocated_at_ = now;
  return static_cast<size_t>(relocations_left_);
}

void Survivors::DeleteReleased(JNIEnv* jni) {
  for (const heap::WeakHandle handle : recording_.TakeReleasedHandles()) {
    jni->DeleteWeakGlobalRef(AsWeak(handle));
  }
}

void Survivors::DeleteAll(JNIEnv* jni) {
  DeleteReleased(jni);
  for (const heap::WeakHandle handle : recording_.ReleaseAllHandles()) {
    jni->DeleteWeakGlobalRef(AsWeak(handle));
  }
}

}  // namespace heaptwin::agent
