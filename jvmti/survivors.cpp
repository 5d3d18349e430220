#include "survivors.h"

#include "address_reader.h"

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
  constexpr size_t kMostRelocations = 256;
  for (const auto& tracked : recording_.ObjectsToRelocate(kMostRelocations)) {
    const jobject object = jni->NewLocalRef(AsWeak(tracked.weak));
    const auto where = ReadAddress(jni, object, epoch_);
    recording_.Relocated(tracked.object, where ? where->address : 0, where ? where->stamp : 0);
    if (object != nullptr) jni->DeleteLocalRef(object);
  }
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
