#include "survivors.h"

#include "address_reader.h"

namespace heaptwin::agent {
namespace {

jweak AsWeak(heap::WeakHandle handle) { return reinterpret_cast<jweak>(handle); }

}  // namespace

void Survivors::CheckAfterCollection(JNIEnv* jni) {
  constexpr size_t kMostChecks = 8192;
  for (const auto& tracked : recording_.ObjectsToCheck(kMostChecks)) {
    const bool alive = tracked.weak != 0 && !jni->IsSameObject(AsWeak(tracked.weak), nullptr);
    recording_.ReportLiveness(tracked.object, alive);
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
