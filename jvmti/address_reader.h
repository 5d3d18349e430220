#pragma once

#include <jni.h>

#include <cstdint>
#include <optional>

#include "heap/gc_epoch.h"

namespace heaptwin::agent {

struct RawAddress {
  uint64_t address = 0;
  uint64_t stamp = 0;  // the GC epoch in which it holds
};

// Where the object of a local reference lies, or nullopt if collections came in between too often.
// Only for collectors that move objects inside collections; never for weak handles.
//
// The epoch rule: read the epoch; make one JNI transition, which waits out a running safepoint;
// read the raw address from the reference's slot; the epoch is unchanged. An address that fails the
// rule may already be wrong when it is read: the calling thread is in native code and a collection
// does not wait for it.
std::optional<RawAddress> ReadAddress(JNIEnv* jni, jobject local, const heap::GcEpoch& epoch);

}  // namespace heaptwin::agent
