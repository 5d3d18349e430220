#include "weak_references.h"

#include <limits>

#include "jni_scope.h"

namespace heaptwin::agent {
namespace {

constexpr uint64_t kSmallestRegion = 1 << 20;

// Objects of more than half a region are humongous.
uint64_t RegionSize(const VmStructs& structs) {
  // JDK 23 and later, and before.
  for (const char* type : {"G1HeapRegion", "HeapRegion"}) {
    const void* size = structs.StaticField(type, "GrainBytes");
    if (size != nullptr) return *static_cast<const size_t*>(size);
  }
  return kSmallestRegion;
}

}  // namespace

WeakReferences::WeakReferences(const VmStructs& structs, bool g1, base::LossCounters& losses)
    : most_(g1 ? RegionSize(structs) / 2 : std::numeric_limits<uint64_t>::max()), losses_(losses) {}

heap::WeakHandle WeakReferences::To(JNIEnv* jni, jobject object, uint64_t size) const {
  if (size > most_) {
    losses_.Add(base::Loss::kHumongous);
    return 0;
  }
  const jweak weak = jni->NewWeakGlobalRef(object);
  // The application must not find our OutOfMemoryError at its allocation.
  if (weak == nullptr) ClearException(jni);
  return reinterpret_cast<heap::WeakHandle>(weak);
}

}  // namespace heaptwin::agent
