#pragma once

#include <jni.h>

#include "vm_structs.h"

namespace heaptwin::agent {

// What the next retransformation of a class does to compiled code. HotSpot throws away what depends
// on the class, if its compilers have recorded such dependencies from the start
// (JvmtiExport::all_dependencies_are_recorded). If they have not, because no agent asked for it
// when the VM started and the VM does not do it by itself (JDK-8324241, JDK 23), it throws away all
// compiled code, once.
enum class RetransformCost { kOnlyTheClass, kAllCompiledCode, kUnknown };

// Asks the VM itself, as it is now; a late agent changes the answer only by retransforming.
RetransformCost NextRetransformCost(JavaVM* vm, const VmStructs& structs);

// "free", "costly" or "unknown", for the agent's replies.
const char* Name(RetransformCost cost);

}  // namespace heaptwin::agent
