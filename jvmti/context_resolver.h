#pragma once

#include <jni.h>
#include <jvmti.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/loss.h"
#include "evidence/recording.h"
#include "heap/ids.h"

namespace heaptwin::agent {

// Turns the current thread's stack into an allocation context. Names are resolved when a method is
// first seen and kept as strings: a jmethodID says nothing any more once its class is unloaded.
//
// Thread-safe. The mutex is never held across a JVMTI call.
class ContextResolver {
 public:
  ContextResolver(jvmtiEnv* jvmti, evidence::Recording& recording, base::LossCounters& losses);

  // Context of an allocation of `class_id` by the calling thread, now. From an allocation callback
  // only.
  heap::ContextId Current(JNIEnv* jni, jthread thread, heap::ClassId class_id);

 private:
  struct Method {
    std::string name;  // "a.b.C.m"
    std::string file;  // "C.java", empty if unknown
    bool native = false;
    std::vector<jvmtiLineNumberEntry> lines;  // ascending start_location
  };

  std::string FrameText(JNIEnv* jni, const jvmtiFrameInfo& frame);
  Method Resolve(JNIEnv* jni, jmethodID method) const;
  static std::string Describe(const Method& method, jlocation location);

  jvmtiEnv* const jvmti_;
  evidence::Recording& recording_;
  base::LossCounters& losses_;
  std::mutex mutex_;
  std::unordered_map<jmethodID, Method> methods_;
};

}  // namespace heaptwin::agent
