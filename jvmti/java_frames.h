#pragma once

#include <jni.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "active_methods.h"
#include "code_cache.h"
#include "memory_stack.h"
#include "vm_structs.h"

namespace heaptwin::agent {

// Reads the calling thread's own Java stack as it lies in memory (MemoryStack), by the VM's own
// description of its frames and its code. To do so takes a tenth of what JVMTI's GetStackTrace
// takes, which looks up every inlined method on the way.
//
// Immutable after construction. Call it from a JVMTI or JNI callback only, where the thread is in
// native code with its last Java frame on record. No lock, no system call; reads the thread's own
// stack, within its bounds, the code cache, and methods that are active.
class JavaFrames {
 public:
  // `java_thread`: the VM's structure of the thread that `jni` belongs to, which is the caller.
  // Null if the VM does not describe all that is needed.
  static std::unique_ptr<JavaFrames> Of(const VmStructs& structs, JNIEnv* jni,
                                        uint64_t java_thread);

  // False where a frame cannot be told for certain, such as one that is being deoptimized.
  bool Read(JNIEnv* jni, MemoryStack& stack) const;
  // jmethodID of the method that a frame of the caller's own stack was made for, which is the last
  // of those inlined into it; 0 if JVMTI was never asked for it.
  uint64_t MethodOf(const MemoryStack::Frame& frame) const;

 private:
  struct Frame {
    uintptr_t sp = 0;  // lowest address of the frame
    uintptr_t fp = 0;  // rbp
    uintptr_t pc = 0;
  };
  class OwnStack;
  enum class Step : uint8_t { kOn, kEnd, kLost };

  JavaFrames() = default;
  Step FromAnchor(const OwnStack& own, uintptr_t anchor, Frame& frame) const;
  Step ToCaller(const OwnStack& own, Frame& frame, MemoryStack& stack) const;

  Step ReadInterpreted(const OwnStack& own, const Frame& frame, Frame& caller,
                       MemoryStack& stack) const;

  std::unique_ptr<CodeCache> code_;
  std::unique_ptr<ActiveMethods> methods_;
  ptrdiff_t jni_from_thread_ = 0;
  uint64_t stack_base_ = 0, stack_size_ = 0;  // fields of JavaThread
  uint64_t anchor_ = 0;                       // of JavaThread
  uint64_t wrapper_anchor_ = 0;               // of JavaCallWrapper
  uint64_t last_sp_ = 0, last_pc_ = 0, last_fp_ = 0;
  uintptr_t call_stub_return_ = 0;
};

}  // namespace heaptwin::agent
