#pragma once

#include <jni.h>

#include "evidence/recording.h"
#include "heap/gc_epoch.h"
#include "released_handles.h"

namespace heaptwin::agent {

// What became of registered objects, asked after a collection by the drain thread. Asking whether a
// weak reference is cleared costs nothing; making a local reference of it marks the object live for
// G1's concurrent marking, so that is done at most once per object, straight after the first
// collection that it survived; and so does deleting it, see ReleasedHandles.
class Survivors {
 public:
  Survivors(evidence::Recording& recording, const heap::GcEpoch& epoch, bool addresses_hold)
      : recording_(recording), epoch_(epoch), addresses_hold_(addresses_hold) {}

  void CheckAfterCollection(JNIEnv* jni);
  // Takes over what the recording gave up. Between collections, too: there may be none for hours.
  void TakeReleased(JNIEnv* jni);
  // Deletes all weak references, at the end.
  void DeleteAll(JNIEnv* jni);

 private:
  void CheckLiveness(JNIEnv* jni);
  void Relocate(JNIEnv* jni);

  evidence::Recording& recording_;
  const heap::GcEpoch& epoch_;
  const bool addresses_hold_;
  ReleasedHandles released_;
};

}  // namespace heaptwin::agent
