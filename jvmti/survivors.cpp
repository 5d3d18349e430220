#include "survivors.h"

#include <vector>

#include "address_reader.h"

namespace heaptwin::agent {
namespace {

jweak AsWeak(heap::WeakHandle handle) { return reinterpret_cast<jweak>(handle); }

bool IsCleared(JNIEnv* jni, heap::WeakHandle handle) {
  return jni->IsSameObject(AsWeak(handle), nullptr);
}

void DeleteHandles(JNIEnv* jni, const std::vector<heap::WeakHandle>& handles) {
  for (const heap::WeakHandle handle : handles) jni->DeleteWeakGlobalRef(AsWeak(handle));
}

}  // namespace

void Survivors::CheckAfterCollection(JNIEnv* jni) {
  CheckLiveness(jni);
  if (addresses_hold_) Relocate(jni);
  TakeReleased(jni);
  DeleteHandles(jni, released_.TakeCleared(
                         [jni](heap::WeakHandle handle) { return IsCleared(jni, handle); }));
}

void Survivors::CheckLiveness(JNIEnv* jni) {
  // All of them now: whoever is asked one collection later counts as reclaimed by this one.
  constexpr size_t kAtATime = 4096;
  for (size_t asked = kAtATime; asked == kAtATime;) {
    const auto due = recording_.ObjectsToCheck(kAtATime);
    asked = due.size();
    for (const auto& tracked : due) {
      const bool alive = tracked.weak != 0 && !IsCleared(jni, tracked.weak);
      recording_.ReportLiveness(tracked.object, alive);
    }
  }
}

// Not more in one collection, and never later: an object that has died meanwhile would be kept.
void Survivors::Relocate(JNIEnv* jni) {
  constexpr size_t kMostRelocations = 4096;
  for (const auto& tracked : recording_.ObjectsToRelocate(kMostRelocations)) {
    const jobject object = jni->NewLocalRef(AsWeak(tracked.weak));
    const auto where = ReadAddress(jni, object, epoch_);
    recording_.Relocated(tracked.object, where ? where->address : 0, where ? where->stamp : 0);
    if (object != nullptr) jni->DeleteLocalRef(object);
  }
}

void Survivors::TakeReleased(JNIEnv* jni) {
  released_.Add(recording_.TakeReleasedHandles());
  DeleteHandles(jni, released_.TakeExcess());
}

void Survivors::DeleteAll(JNIEnv* jni) {
  DeleteHandles(jni, released_.TakeAll());
  DeleteHandles(jni, recording_.ReleaseAllHandles());
}

}  // namespace heaptwin::agent
