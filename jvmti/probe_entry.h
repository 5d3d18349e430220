#pragma once

#include <jni.h>

namespace heaptwin::agent {

// AllocationProbe.sampled: registered with the VM for the life of the process. The next countdown;
// "off" when nobody records.
jint JNICALL ProbedAllocation(JNIEnv* jni, jclass probe, jobject object, jint site);

}  // namespace heaptwin::agent
