#pragma once

#include <jni.h>
#include <jvmti.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "address_reader.h"
#include "evidence/recording.h"
#include "heap/gc_epoch.h"
#include "heap/header_format.h"
#include "heap/ids.h"

namespace heaptwin::agent {

// A class met during the recording. Held weakly: heaptwin never keeps a class from being unloaded.
struct KnownClass {
  heap::ClassId id{};
  jweak mirror = nullptr;
  std::string signature;
  std::atomic<uint64_t> class_word{0};  // 0: no instance was read yet
  std::atomic<uint64_t> instance_size{
      0};                   // bytes, of the first instance seen; meaningless for arrays
  bool has_layout = false;  // drain thread only

  bool is_array() const { return signature.front() == '['; }
};

// The classes of the sampled objects, found by the identity of the Class object: names are not
// unique, class words are reused after unloading, and jclass values are local references.
//
// Thread-safe. The mutex is never held across a JNI or JVMTI call.
class ClassRegistry {
 public:
  ClassRegistry(jvmtiEnv* jvmti, evidence::Recording& recording);

  // The entry of `mirror`, created on first sight. Null if JVMTI refuses to describe it.
  KnownClass* Of(JNIEnv* jni, jclass mirror);

  // Reads the class word from an instance at `where` unless it is known; remembers the class as one
  // whose layout is wanted.
  void NoteInstance(KnownClass& known, const RawAddress& where, uint64_t size,
                    const heap::HeaderFormat& format, const heap::GcEpoch& epoch);

  // Drain thread: classes whose class word is known and whose layout was not tried yet.
  std::vector<KnownClass*> TakeUnlearned();
  // Drain thread, after a collection: takes the layouts of unloaded classes out of use.
  void DropUnloaded(JNIEnv* jni);
  // Drain thread, at the end: deletes the weak references. Nothing may use the registry afterwards.
  void Release(JNIEnv* jni);

 private:
  KnownClass* Find(JNIEnv* jni, jclass mirror, jint hash);
  KnownClass* Add(JNIEnv* jni, jclass mirror, jint hash);

  jvmtiEnv* const jvmti_;
  evidence::Recording& recording_;
  // One class is added at a time. Held across JVMTI calls: only threads in native code wait for it,
  // none of which a safepoint waits for.
  std::mutex adding_;
  std::mutex mutex_;                // guards what follows
  std::deque<KnownClass> classes_;  // stable addresses
  std::unordered_map<jint, std::vector<KnownClass*>> by_identity_hash_;
  std::vector<KnownClass*> unlearned_;
};

// "Ljava/lang/String;" -> "java.lang.String", "[[I" -> "int[][]".
std::string ReadableClassName(const std::string& signature);

}  // namespace heaptwin::agent
