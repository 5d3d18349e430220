#pragma once

#include <jni.h>

#include "evidence/recording.h"
#include "heap/gc_epoch.h"

namespace heaptwin::agent {

// What became of registered objects, asked after a collection by the drain thread. Asking whether a
// weak reference is cleared costs nothing; making a local reference of it marks the object live for
// G1's concurrent marking, so that is done at most once per object.
class Survivors {
 public:
  Survivors(evidence::Recording& recording, const heap::GcEpoch& epoch, bool addresses_hold)
      : recording_(recording), epoch_(epoch), addresses_hold_(addresses_hold) {}

  void CheckAfterCollection(JNIEnv* jni);
  // Deletes the weak references that the recording gave up.
  void DeleteReleased(JNIEnv* jni);
  // Deletes all of them, at the end.
  void DeleteAll(JNIEnv* jni);

 private:
  evidence::Recording& recording_;
  const heap::GcEpoch& epoch_;
  const bool addresses_hold_;
};

}  // namespace heaptwin::agent
