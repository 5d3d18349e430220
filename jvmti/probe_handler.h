#pragma once

#include <jni.h>
#include <jvmti.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/loss.h"
#include "class_registry.h"
#include "context_resolver.h"
#include "cost_meter.h"
#include "evidence/recording.h"
#include "heap/gc_epoch.h"
#include "heap/header_format.h"
#include "probe_rates.h"
#include "probe_runs.h"
#include "site.h"
#include "thread_registry.h"
#include "watch_armer.h"
#include "weak_references.h"

namespace heaptwin::agent {

// What happens when a probe's countdown is over, on the allocating thread: register the object,
// which is complete, under the context that the VM's sampler would have given it, and draw the next
// countdown.
//
// OnProbed: any thread. The rest: one thread at a time.
class ProbeHandler {
 public:
  struct Parts {
    jvmtiEnv* jvmti;
    evidence::Recording& recording;
    const heap::GcEpoch& epoch;
    ClassRegistry& classes;
    ContextResolver& contexts;
    ThreadRegistry& threads;
    base::LossCounters& losses;
    const WeakReferences& weak;
    const heap::HeaderFormat& format;
    ProbeRates& rates;
    ProbeRuns& runs;
    WatchArmer& armer;
  };

  explicit ProbeHandler(const Parts& parts) : parts_(parts) {}

  // The methods of the probe itself, topmost first: not part of any context. Before the first
  // Open.
  void SetOwnMethods(const std::array<jmethodID, 3>& methods) { own_methods_ = methods; }

  // Answers hits of `number` from now on. A number once closed keeps its site: code that still runs
  // may hit it.
  void Open(int number, const Site& site, double objects_per_second);
  void Close(int number);
  uint64_t Registered(int number) const;

  // The next countdown.
  jint OnProbed(JNIEnv* jni, jobject object, jint number);

  // Time of the application's threads: at registrations, and at objects of runs.
  const CostMeter& cost() const { return cost_; }
  const CostMeter& run_cost() const { return run_cost_; }

 private:
  struct ProbedSite {
    explicit ProbedSite(Site probed) : site(std::move(probed)) {}
    const Site site;
    std::atomic<bool> busy{false};
    std::atomic<uint64_t> registered{0};
  };

  // An object that a probe handed in.
  struct Hit {
    JNIEnv* jni;
    jobject object;
    int number;
    ProbedSite& probed;
  };

  // True if a run begins with the next object.
  bool Handle(const Hit& hit);
  std::optional<evidence::Allocation> Describe(const Hit& hit, jthread current, ThreadState& thread,
                                               KnownClass& known);
  bool Register(const Hit& hit, ThreadState& thread, evidence::Allocation allocation);
  jint AppendToRun(const Hit& hit, heap::ThreadIndex thread);
  // Nullptr if the object is not what the site allocates.
  KnownClass* ClassOf(const Hit& hit);

  const Parts parts_;
  std::array<jmethodID, 3> own_methods_{};
  CostMeter cost_;
  CostMeter run_cost_;
  // A hit may still look at a site that was replaced, so all are kept to the end.
  std::vector<std::unique_ptr<ProbedSite>> kept_;
  std::array<std::atomic<ProbedSite*>, ProbeRates::kMostSites> sites_{};
};

}  // namespace heaptwin::agent
