#pragma once

#include <jni.h>
#include <jvmti.h>
#include <sys/types.h>

#include <cstdint>
#include <optional>

#include "vm_structs.h"

namespace heaptwin::agent {

// Reads what the VM knows of a Java thread, by the offsets that the VM describes: its tid and the
// bytes it has allocated, which is the figure that
// com.sun.management.ThreadMXBean.getThreadAllocatedBytes returns.
//
// Immutable after construction. A thread's structure exists as long as the thread lives, and the
// caller must see to that: ask for the own thread, or hold the thread list steady (a local
// reference does not).
class ThreadBytes {
 public:
  ThreadBytes(JNIEnv* jni, const VmStructs& structs);

  // Nullopt if the thread has no VM structure (not started, ended, virtual) or the VM does not
  // describe it.
  std::optional<pid_t> Tid(JNIEnv* jni, jthread thread) const;
  std::optional<uint64_t> Allocated(JNIEnv* jni, jthread thread) const;
  // Address of the VM's structure of a thread, or of the calling one; 0 if it has none.
  uint64_t JavaThread(JNIEnv* jni, jthread thread) const;
  uint64_t CurrentJavaThread(jvmtiEnv* jvmti, JNIEnv* jni) const;

 private:
  jfieldID eetop_ = nullptr;
  std::optional<uint64_t> os_thread_;
  std::optional<uint64_t> thread_id_;
  std::optional<uint64_t> allocated_bytes_;
  std::optional<uint64_t> tlab_start_;
  std::optional<uint64_t> tlab_top_;
};

}  // namespace heaptwin::agent
