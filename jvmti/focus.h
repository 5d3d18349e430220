#pragma once

#include <jni.h>
#include <jvmti.h>

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "compiler_time.h"
#include "context_resolver.h"
#include "evidence/recording.h"
#include "focus_policy.h"
#include "options.h"
#include "placement_budget.h"
#include "probe_bridge.h"
#include "probe_handler.h"
#include "probe_rates.h"
#include "probed_sites.h"
#include "recent_cost.h"
#include "site_book.h"
#include "site_pattern.h"

namespace heaptwin::agent {

// Places probes where they tell most, and removes them again. A thread of its own, because a
// retransformation takes milliseconds in which nothing else of ours may wait.
class Focus {
 public:
  struct Parts {
    JavaVM* vm;
    jvmtiEnv* jvmti;
    evidence::Recording& recording;
    SiteBook& sites;
    ContextResolver& contexts;
    ProbeRates& rates;
    ProbeRuns& runs;
    ProbeHandler& handler;
    base::LossCounters& losses;
    uint64_t started_nanos;  // of the recording
  };

  Focus(const Parts& parts, const Options& options);
  ~Focus();  // as Stop(false)

  // May throw std::system_error: there can be no further thread.
  void Start();
  // Ends the thread; with `remove` all probes are taken out first. Idempotent.
  void Stop(bool remove);

  // "bytecode" once the Java agent was found, else "off" and why.
  void Describe(evidence::ProfileFacts::ProbeSource& source) const;

 private:
  struct Known {
    SiteFacts facts;
    ProbedSites::Totals totals;
  };

  void Run();
  void Loop(JNIEnv* jni);
  bool ToRemove() const;
  bool Connect(JNIEnv* jni);
  void Regulate(JNIEnv* jni, uint64_t now_nanos);
  void KeepBudget(uint64_t now_nanos);
  bool MayChoose(uint64_t now_nanos);
  void Choose(JNIEnv* jni);
  void Update(const std::vector<Known>& known);
  std::vector<Known> Look(const std::vector<SiteBook::Entry>& entries) const;
  void AddReplicas(const std::vector<SiteBook::Entry>& entries, std::vector<Known>& known) const;
  void AddReplicas(const SiteBook::Entry& entry, SiteFacts& facts) const;
  bool MayBeProbed(const Site& site) const;
  std::set<size_t> Wanted(const std::vector<Known>& known) const;
  void Remove(JNIEnv* jni, const std::vector<SiteBook::Entry>& entries,
              const std::vector<size_t>& sites);
  void Place(JNIEnv* jni, const std::vector<SiteBook::Entry>& entries,
             const std::vector<Known>& known, const std::vector<size_t>& sites);
  void RemoveAll(JNIEnv* jni);
  // Methods of the classes of these sites.
  std::vector<jmethodID> MethodsOf(JNIEnv* jni, const std::vector<SiteBook::Entry>& entries,
                                   const std::vector<size_t>& sites) const;

  const Parts parts_;
  const SitePatterns named_;
  const SitePatterns include_;
  const SitePatterns exclude_;
  ProbedSites probed_;
  std::unique_ptr<ProbeBridge> bridge_;  // focus thread only, as the next
  RecentCost cost_;
  PlacementBudget placements_;
  CompilerTime compiler_time_;
  uint64_t next_look_ = 0;

  mutable std::mutex mutex_;  // guards the following
  std::condition_variable changed_;
  bool stop_ = false;
  bool remove_ = false;
  bool connected_ = false;
  std::string reason_ = "the VM was still compiling the program";
  std::thread thread_;  // the owner's
};

}  // namespace heaptwin::agent
