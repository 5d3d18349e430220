#pragma once

#include <jni.h>
#include <jvmti.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>

#include "address_reader.h"
#include "base/loss.h"
#include "burst_controller.h"
#include "class_registry.h"
#include "context_resolver.h"
#include "cost_meter.h"
#include "evidence/recording.h"
#include "heap/gc_epoch.h"
#include "heap/header_format.h"
#include "interval_controller.h"
#include "thread_registry.h"
#include "watch_armer.h"
#include "weak_references.h"

namespace heaptwin::agent {

// What happens at a sampled allocation, on the allocating thread: weigh it, name its context,
// register it, arm a watchpoint, and now and then begin or end a burst.
//
// Thread-safe.
class AllocationHandler {
 public:
  struct Parts {
    jvmtiEnv* jvmti;
    evidence::Recording& recording;
    const heap::GcEpoch& epoch;
    ClassRegistry& classes;
    ContextResolver& contexts;
    ThreadRegistry& threads;
    IntervalController& intervals;
    BurstController& bursts;
    base::LossCounters& losses;
    const WeakReferences& weak;
    // Null: raw addresses mean nothing here (a collector that moves objects at any time), so no
    // content and no watchpoints.
    const heap::HeaderFormat* format;
    WatchArmer& armer;
    // Every allocation of the recording is taken: the interval stays 0.
    bool exhaustive = false;
  };

  explicit AllocationHandler(const Parts& parts) : parts_(parts) {}

  void OnSampledAllocation(JNIEnv* jni, jthread thread, jobject object, jclass mirror, jlong size);
  void OnThreadStart(JNIEnv* jni, jthread thread);
  // Returns when no allocation is being handled any more, or after a second. Sampling events are
  // off by then.
  void AwaitQuiet() const;

  // Tells the VM the interval in force: 0 during a burst, the controller's otherwise.
  void ApplyInterval();
  // Hands sampling back as the VM had it.
  void RestoreInterval();
  // The burst in progress has just been ended.
  void BurstEnded();

  // Time that allocating threads spent here: by registration (arming included), by object of a
  // burst.
  const CostMeter& registration_cost() const { return registration_cost_; }
  const CostMeter& burst_cost() const { return burst_cost_; }

 private:
  // An allocation as the VM reports it.
  struct Event {
    JNIEnv* jni;
    jthread thread;
    jobject object;
    jclass mirror;
    uint64_t size;
  };

  void Handle(const Event& event, uint64_t drawn);
  // While a long run is taken every object arrives. Those that do not belong to it count as if the
  // VM had gone on sampling: each object is registered with the probability that it would have had.
  void HandleDuringLongRun(const Event& event, ThreadState& thread);
  evidence::Allocation WithoutAddress(const Event& event, ThreadState& thread,
                                      const KnownClass& known);
  // Nullopt if the class is not known.
  std::optional<evidence::Allocation> Describe(const Event& event, ThreadState& thread,
                                               KnownClass* known);
  void Register(JNIEnv* jni, ThreadState& thread, jobject object, evidence::Allocation allocation);
  void AppendExhaustive(const Event& event, ThreadState& thread);
  void AppendToBurst(ThreadState& thread, const evidence::Allocation& allocation);
  void LeaveBurst(ThreadState& thread);

  const Parts parts_;
  std::atomic<int64_t> handling_{0};
  CostMeter registration_cost_;
  CostMeter burst_cost_;
  // Two threads that apply an interval at the same time must not leave the VM with one and us with
  // the other. Held across a JVMTI call: only threads in native code wait for it, none of which a
  // safepoint waits for.
  std::mutex applying_;
  std::atomic<uint64_t> in_force_{IntervalController::kVmDefault};
};

}  // namespace heaptwin::agent
