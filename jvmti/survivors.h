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
  // How many objects may be relocated now: a hundred a second. Each that G1 is just marking, and
  // that dies, stays until the next marking: 256 a collection kept a quarter of a large cache that
  // turned over while the processors were busy.
  size_t AllowedRelocations();

  evidence::Recording& recording_;
  const heap::GcEpoch& epoch_;
  const bool addresses_hold_;
  double relocations_left_ = 0;  // of those that the time so far allows
  int64_t relocated_at_ = 0;
};

}  // namespace heaptwin::agent
