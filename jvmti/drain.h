#pragma once

#include <jni.h>

#include <atomic>
#include <cstdint>

#include "allocation_handler.h"
#include "burst_controller.h"
#include "class_registry.h"
#include "evidence/recording.h"
#include "heap/gc_epoch.h"
#include "interval_controller.h"
#include "layout_learner.h"
#include "recent_cost.h"
#include "survivors.h"
#include "thread_registry.h"
#include "watch_armer.h"

namespace heaptwin::agent {

// The work of the drain thread: everything about a recording that may take time. Only that thread
// calls it, attached to the VM, except for NoteCollection.
class Drain {
 public:
  struct Parts {
    evidence::Recording& recording;
    const heap::GcEpoch& epoch;
    ThreadRegistry& threads;
    ClassRegistry& classes;
    LayoutLearner* layouts;  // null: no content
    Survivors& survivors;
    IntervalController& intervals;
    BurstController& bursts;
    AllocationHandler& allocations;
    const WatchArmer& armer;  // of sampled objects
  };

  explicit Drain(const Parts& parts) : parts_(parts) {}

  // A collection has finished. Any thread.
  void NoteCollection() { collection_finished_.store(true, std::memory_order_release); }

  // One round, every few milliseconds.
  void Round(JNIEnv* jni, uint64_t now_nanos);
  // After events and probes are off: uses up what they left.
  void Last(JNIEnv* jni);

 private:
  void EmptyRings();
  void CloseEpochs(JNIEnv* jni);
  void LearnLayouts(JNIEnv* jni);
  void Regulate(uint64_t now_nanos);
  void KeepBudget(uint64_t now_nanos);

  const Parts parts_;
  std::atomic<bool> collection_finished_{false};
  uint64_t last_epoch_ = 0;
  uint64_t last_regulation_ = 0;
  uint64_t last_inspection_ = 0;
  uint64_t registered_before_ = 0;
  RecentCost registration_cost_;
  uint64_t burst_nanos_before_ = 0;
  uint64_t paid_at_ = 0;
};

}  // namespace heaptwin::agent
