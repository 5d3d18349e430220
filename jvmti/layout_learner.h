#pragma once

#include <jni.h>
#include <jvmti.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "class_registry.h"
#include "heap/gc_epoch.h"
#include "heap/header_format.h"
#include "heap/object_layout.h"
#include "vm_facts.h"

namespace heaptwin::agent {

// Learns where this VM keeps what in an object: the header from the VM's flags, fields class by
// class through JNI, and checks both on objects of our own before anything is read by them.
//
// Used by one thread at a time, which must be attached; calls Java code (jdk.internal.misc.Unsafe),
// so never from a callback.
class LayoutLearner {
 public:
  // Null, with one line in `reason`, if the facts cannot be had or do not stand the check.
  static std::unique_ptr<LayoutLearner> Create(jvmtiEnv* jvmti, JNIEnv* jni, const VmFacts& facts,
                                               const heap::GcEpoch& epoch, std::string& reason);

  const heap::HeaderFormat& format() const { return format_; }

  // The layout of a class whose class word is known; null if the class was unloaded, has fields
  // that JVMTI does not show, or does not add up. Such a class stays opaque.
  std::shared_ptr<const heap::ObjectLayout> Learn(JNIEnv* jni, const KnownClass& known) const;

  // Deletes the global references; call before destruction, attached.
  void Release(JNIEnv* jni);

 private:
  LayoutLearner(jvmtiEnv* jvmti, const heap::GcEpoch& epoch) : jvmti_(jvmti), epoch_(epoch) {}

  bool FindUnsafe(JNIEnv* jni);
  bool LearnHeader(JNIEnv* jni, const VmFacts& facts);
  std::optional<uint32_t> ArrayFact(JNIEnv* jni, jmethodID method, const char* signature,
                                    jclass array) const;
  bool AppendFields(JNIEnv* jni, jclass declaring, std::vector<heap::Field>& fields) const;
  std::optional<heap::Field> FieldOf(JNIEnv* jni, jclass declaring, const std::string& name,
                                     char descriptor) const;
  bool Verify(JNIEnv* jni) const;
  bool VerifyArray(JNIEnv* jni) const;
  bool VerifyInstance(JNIEnv* jni) const;
  bool CopyObject(JNIEnv* jni, jobject object, uint8_t* bytes, size_t size) const;

  jvmtiEnv* const jvmti_;
  const heap::GcEpoch& epoch_;
  heap::HeaderFormat format_;
  // Global references and ids of a boot class: valid for the life of the VM. Kept per recording.
  jclass unsafe_class_ = nullptr;
  jobject unsafe_ = nullptr;
  jmethodID object_field_offset_ = nullptr;
};

}  // namespace heaptwin::agent
