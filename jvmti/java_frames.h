#pragma once

#include <jni.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "code_cache.h"
#include "evidence/stack_key.h"
#include "interpreted_methods.h"
#include "vm_structs.h"

namespace heaptwin::agent {

// The frames of the calling thread's own Java stack as they lie in memory: return addresses into
// compiled code, with the compilation's number, and the positions of interpreted frames. They do
// not name what was inlined, but equal sequences are equal stacks, and to read them takes a tenth
// of what JVMTI's GetStackTrace takes, which looks up every inlined method on the way.
//
// Immutable after construction. Call it from a JVMTI or JNI callback only, where the thread is in
// native code with its last Java frame on record. No lock, no system call; reads the thread's own
// stack, within its bounds, and the code cache.
class JavaFrames {
 public:
  struct Key {
    evidence::StackKey key;
    bool interpreted = false;  // some frames are: void when their code is replaced
  };

  // `java_thread`: the VM's structure of the thread that `jni` belongs to, which is the caller.
  // Null if the VM does not describe all that is needed.
  static std::unique_ptr<JavaFrames> Of(const VmStructs& structs, JNIEnv* jni,
                                        uint64_t java_thread);

  // Of the uppermost `kMost` Java frames. Nullopt where a frame cannot be told for certain, such as
  // one that is being deoptimized.
  std::optional<Key> Current(JNIEnv* jni) const;

 private:
  // Methods inlined into one frame count once, so as many frames as JVMTI is asked for hold at
  // least as many methods.
  static constexpr size_t kMost = 137;

  struct Frame {
    uintptr_t sp = 0;  // lowest address of the frame
    uintptr_t fp = 0;  // rbp
    uintptr_t pc = 0;
  };
  class OwnStack;
  class Sequence;
  enum class Step : uint8_t { kOn, kEnd, kLost };

  JavaFrames() = default;
  Step FromAnchor(const OwnStack& stack, uintptr_t anchor, Frame& frame) const;
  Step Take(const OwnStack& stack, Frame& frame, Sequence& sequence) const;

  Step TakeInterpreted(const OwnStack& stack, const Frame& frame, Frame& caller,
                       Sequence& sequence) const;

  std::unique_ptr<CodeCache> code_;
  std::unique_ptr<InterpretedMethods> methods_;
  ptrdiff_t jni_from_thread_ = 0;
  uint64_t stack_base_ = 0, stack_size_ = 0;  // fields of JavaThread
  uint64_t anchor_ = 0;                       // of JavaThread
  uint64_t wrapper_anchor_ = 0;               // of JavaCallWrapper
  uint64_t last_sp_ = 0, last_pc_ = 0, last_fp_ = 0;
  uintptr_t call_stub_return_ = 0;
};

}  // namespace heaptwin::agent
