#pragma once

#include <jni.h>

#include <cstdint>

#include "base/loss.h"
#include "heap/ids.h"
#include "vm_structs.h"

namespace heaptwin::agent {

// Makes the weak references by which registered objects are followed past a collection.
//
// G1's young collections reclaim a dead humongous object only if nothing refers to it, and a weak
// reference counts (G1KeepAliveClosure marks its target live): each one would stay until the next
// concurrent marking. tablesaw's heap of 2 GB, 30 MB of it live, grew by 40 MB a collection. So
// those objects get none; they are read at their first collection and then forgotten.
//
// Immutable; any thread.
class WeakReferences {
 public:
  WeakReferences(const VmStructs& structs, bool g1, base::LossCounters& losses);

  // 0 if there is none: the object is humongous (Loss::kHumongous), or the VM has no memory left.
  // No exception is pending afterwards.
  heap::WeakHandle To(JNIEnv* jni, jobject object, uint64_t size) const;

 private:
  uint64_t most_;  // bytes of the largest object that is followed
  base::LossCounters& losses_;
};

}  // namespace heaptwin::agent
