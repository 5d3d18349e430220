#pragma once

#include <jni.h>
#include <jvmti.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "callback_gate.h"
#include "options.h"
#include "session.h"

namespace heaptwin::agent {

// heaptwin in one JVM: made at the first load of the library and never destroyed, because the VM
// keeps pointers to its callbacks. Interprets commands one at a time; holds the session that
// records, or none.
class Agent {
 public:
  // The process's agent; the VM's C entry points know no other way to find it. Null if the VM
  // offers no JVMTI.
  static Agent* Instance(JavaVM* vm);

  // A load at the start of the JVM: recording begins when the VM is initialised. Never fails the
  // JVM.
  void OnLoad(const char* options);
  // A load into a running JVM. The value for Agent_OnAttach: 0, 100 (bad options) or 200 (the
  // command failed).
  jint OnAttach(const char* options);

  // For the native method of the probe class.
  CallbackGate& gate() { return gate_; }

 private:
  explicit Agent(JavaVM* vm) : vm_(vm) {}

  bool Initialize();
  jint Execute(const Options& options, JNIEnv* jni);
  jint Start(const Options& options, JNIEnv* jni);
  jint Stop(const Options& options);
  jint Dump(const Options& options);
  jint Status(const Options& options);
  void ReapEnded();
  void OnVmInit(JNIEnv* jni);
  void OnVmDeath();

  static jvmtiEventCallbacks Callbacks();

  JavaVM* const vm_;
  jvmtiEnv* jvmti_ = nullptr;
  CallbackGate gate_;
  std::mutex mutex_;  // one command at a time; guards the following
  std::unique_ptr<Session> session_;
  uint64_t sessions_ = 0;
  std::optional<Options> at_init_;
};

}  // namespace heaptwin::agent
