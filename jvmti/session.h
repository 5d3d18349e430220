#pragma once

#include <jni.h>
#include <jvmti.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "allocation_handler.h"
#include "base/loss.h"
#include "burst_controller.h"
#include "callback_gate.h"
#include "class_registry.h"
#include "context_resolver.h"
#include "drain.h"
#include "evidence/recording.h"
#include "focus.h"
#include "heap/gc_epoch.h"
#include "interval_controller.h"
#include "layout_learner.h"
#include "options.h"
#include "owner_watch.h"
#include "perf/kernel.h"
#include "probe_handler.h"
#include "probe_rates.h"
#include "probe_runs.h"
#include "probes/probe_session.h"
#include "site_book.h"
#include "survivors.h"
#include "thread_bytes.h"
#include "thread_registry.h"
#include "vm_facts.h"
#include "vm_structs.h"
#include "watch_armer.h"
#include "weak_references.h"

namespace heaptwin::agent {

struct Failure {
  std::string what;
  std::string remedy;
  int exit_code = 4;
};

struct SessionStatus {
  uint64_t elapsed_nanos = 0;
  evidence::Counts counts;
  uint64_t losses = 0;
};

// One recording, from start to the written profile. Owns everything that lives for a recording and
// nothing that outlives it.
//
// The events of the VM arrive through the On... functions on whatever thread they happen. A drain
// thread, attached to the VM as a daemon, does all that may take time, and it alone ends the
// recording: on request, at the deadline, when the owner is gone, or when the VM dies. Locks are
// never held across JNI or JVMTI calls.
class Session {
 public:
  // Takes capabilities, events and probes; on failure everything is given back and null returned.
  // Called on an attached thread. `number` is different for each session of the process and never
  // 0.
  static std::unique_ptr<Session> Start(JavaVM* vm, jvmtiEnv* jvmti, JNIEnv* jni,
                                        CallbackGate& gate, const Options& options, uint64_t number,
                                        Failure& failure);
  ~Session();  // ends the recording if it still runs
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Ends the recording and waits until the profile is written. `end` as in the profile. Idempotent.
  // Nullopt on success, else why there is no profile.
  std::optional<std::string> Stop(const char* end);
  // The VM is dying: as Stop, but does not wait for ever.
  void StopAtExit();
  // Writes the profile as it stands; to the recording's own file if `path` is empty.
  std::optional<std::string> Dump(const std::string& path);
  bool ended() const { return ended_.load(std::memory_order_acquire); }
  SessionStatus Status() const;
  const std::string& file() const { return options_.file; }

  void OnSampledAllocation(JNIEnv* jni, jthread thread, jobject object, jclass mirror, jlong size);
  // A probe's countdown is over: the next countdown.
  jint OnProbedAllocation(JNIEnv* jni, jobject object, jint site);
  void OnThreadStart(JNIEnv* jni, jthread thread);
  void OnThreadEnd(JNIEnv* jni, jthread thread);
  void OnCollectionStart();
  void OnCollectionFinish();

 private:
  Session(JavaVM* vm, jvmtiEnv* jvmti, JNIEnv* jni, CallbackGate& gate, const Options& options,
          uint64_t number);

  bool TakeCapabilities(Failure& failure);
  bool Begin(JNIEnv* jni, Failure& failure);
  void PrepareContent(JNIEnv* jni);
  void PrepareProbes();
  void Assemble(JNIEnv* jni, uint64_t number);
  void AssembleFocus();
  void SwitchEvents(jvmtiEventMode mode);
  void StartDrainThread();

  void DrainLoop();
  const char* EndReason(uint64_t now_nanos);
  void WritePeriodically(uint64_t now_nanos);
  // Switches the probes off once another SIGTRAP handler keeps their traps from us.
  void WatchTrapSignal(uint64_t now_nanos);
  bool TrapsArrive() const;
  // Exhaustive: no more allocations, and a collection in which all that still lives is read.
  void ReadTheLiving();
  void Finish(JNIEnv* jni, const char* end);
  // Uses up what is left, writes the profile, gives the VM's references back. Nullopt on success.
  std::optional<std::string> Conclude(JNIEnv* jni, const char* end);
  void ReleaseParts();
  SessionStatus CurrentStatus() const;
  evidence::ProfileFacts Facts(const char* end) const;
  void DescribeProbes(evidence::ProfileFacts& facts) const;
  void DescribeCost(evidence::ProfileFacts& facts) const;
  evidence::ProfileFacts::ProbeSource AllocationProbes() const;

  JavaVM* const vm_;
  jvmtiEnv* const jvmti_;
  CallbackGate& gate_;
  const Options options_;
  const uint64_t seed_;
  const uint64_t started_nanos_;
  const int64_t started_millis_;
  const VmStructs structs_;
  const VmFacts facts_;
  base::LossCounters losses_;
  const WeakReferences weak_;
  heap::GcEpoch epoch_;
  uint64_t silent_before_events_ = 0;  // collections while the recording was being prepared
  perf::RealKernel kernel_;
  const ThreadBytes thread_bytes_;
  const OwnerWatch owner_;
  IntervalController intervals_;
  BurstController bursts_;
  std::unique_ptr<LayoutLearner> layouts_;
  std::optional<std::string> content_reason_;
  std::unique_ptr<evidence::Recording> recording_;
  std::unique_ptr<probes::ProbeSession> probe_session_;
  bool access_on_ = false;
  bool watch_on_ = false;
  std::optional<std::string> access_reason_;  // why it is off
  std::optional<std::string> watch_reason_;
  std::unique_ptr<ThreadRegistry> threads_;
  std::unique_ptr<ClassRegistry> classes_;
  std::unique_ptr<ContextResolver> contexts_;
  std::unique_ptr<Survivors> survivors_;
  std::unique_ptr<WatchArmer> sampled_armer_;
  std::unique_ptr<AllocationHandler> allocations_;
  SiteBook sites_;
  std::optional<std::string> focus_reason_;  // why there is none
  std::unique_ptr<ProbeRates> probe_rates_;
  std::unique_ptr<ProbeRuns> probe_runs_;
  std::unique_ptr<WatchArmer> probe_armer_;
  std::unique_ptr<ProbeHandler> probe_handler_;
  std::unique_ptr<Focus> focus_;
  std::unique_ptr<Drain> drain_;

  uint64_t next_profile_nanos_ = 0;       // drain thread only
  uint64_t next_signal_watch_nanos_ = 0;  // drain thread only
  uint64_t next_owner_look_nanos_ = 0;    // drain thread only
  bool signal_judged_ = false;            // drain thread only: the other handler passes traps on
  std::atomic<uint64_t> drain_cpu_nanos_{0};
  std::atomic<bool> ended_{false};
  // Held while a profile is written: two writers would use the same temporary file, and the parts
  // must not be released meanwhile. Taken before `mutex_`.
  std::mutex writing_;
  mutable std::mutex mutex_;  // guards the four below
  std::condition_variable changed_;
  const char* requested_end_ = nullptr;
  std::optional<std::string> write_error_;
  SessionStatus last_status_;
  std::thread drain_thread_;
};

}  // namespace heaptwin::agent
