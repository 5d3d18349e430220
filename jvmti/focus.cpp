#include "focus.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <numeric>
#include <string_view>

#include "base/clock.h"
#include "jni_scope.h"

namespace heaptwin::agent {
namespace {

constexpr size_t kMostSites = 32;
constexpr size_t kMostNamedSites = 128;
constexpr auto kRound = std::chrono::milliseconds(100);
// The first choice, whose cost nobody knows.
constexpr size_t kFirstSites = 4;
// When to choose for the first time, and how long a choice stands. Sites that were named need no
// comparison with others.
constexpr uint64_t kFirstChoiceNanos = 1'000'000'000;
constexpr uint64_t kChoiceNanos = 3'000'000'000;
constexpr uint64_t kFirstNamedNanos = 300'000'000;
constexpr uint64_t kNamedNanos = 1'000'000'000;
constexpr uint64_t kLookNanos = 500'000'000;  // at the compilers
// Of one processor, for probed objects.
constexpr double kProbeShare = 0.005;
constexpr double kLeastProbeShare = 0.0005;
constexpr double kRepaymentNanos = 3e9;

// Sites whose contents are looked at before a choice, and what makes a site that is accessed go
// before all others among them.
constexpr size_t kMostLookedAt = 128;
constexpr double kAccessesOverBytes = 1e18;

// About the upper end of a 95 % interval; it only ranks.
double UpperEnd(const evidence::WeightedTotal& total) {
  return total.total + 2 * std::sqrt(total.variance) + total.largest_weight;
}

bool IsOfTheJdk(std::string_view name) {
  for (const char* prefix : {"java.", "javax.", "jdk.", "sun.", "com.sun."}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

}  // namespace

Focus::Focus(const Parts& parts, const Options& options)
    : parts_(parts), named_(options.sites), include_(options.include), exclude_(options.exclude) {}

Focus::~Focus() { Stop(false); }

void Focus::Start() {
  thread_ = std::thread([this] { Run(); });
}

void Focus::Stop(bool remove) {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    remove_ = remove;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

void Focus::Run() {
  pthread_setname_np(pthread_self(), "heaptwin-focus");
  CurrentThreadMemory().ours = true;
  JNIEnv* jni = nullptr;
  char name[] = "heaptwin-focus";
  JavaVMAttachArgs arguments{JNI_VERSION_1_8, name, nullptr};
  if (parts_.vm->AttachCurrentThreadAsDaemon(reinterpret_cast<void**>(&jni), &arguments) !=
      JNI_OK) {
    const std::lock_guard lock(mutex_);
    reason_ = "the VM does not take a further thread";
    return;
  }
  try {
    Loop(jni);
    if (bridge_ != nullptr) Update(Look(parts_.sites.Entries()));
    if (ToRemove()) RemoveAll(jni);
  } catch (const std::exception&) {
    // Out of memory: an exception that left this thread would end the application.
  }
  if (bridge_ != nullptr) bridge_->Release(jni);
  parts_.vm->DetachCurrentThread();
}

bool Focus::ToRemove() const {
  const std::lock_guard lock(mutex_);
  return remove_;
}

void Focus::Loop(JNIEnv* jni) {
  uint64_t next_choice =
      parts_.started_nanos + (named_.empty() ? kFirstChoiceNanos : kFirstNamedNanos);
  while (true) {
    {
      std::unique_lock lock(mutex_);
      if (changed_.wait_for(lock, kRound, [this] { return stop_; })) return;
    }
    const auto now = static_cast<uint64_t>(base::NowNanos());
    if (bridge_ != nullptr) Regulate(jni, now);
    const bool may_choose = MayChoose(now);
    if (now < next_choice || !may_choose) continue;
    next_choice = now + (named_.empty() ? kChoiceNanos : kNamedNanos);
    if (Connect(jni)) Choose(jni);
  }
}

// Sites that were named are placed whatever it costs.
bool Focus::MayChoose(uint64_t now_nanos) {
  if (!named_.empty()) return true;
  if (now_nanos >= next_look_) {
    next_look_ = now_nanos + kLookNanos;
    placements_.Tick(now_nanos, compiler_time_.Read());
  }
  return placements_.MayPlace(now_nanos);
}

bool Focus::Connect(JNIEnv* jni) {
  if (bridge_ != nullptr) return true;
  std::string reason;
  bridge_ = ProbeBridge::Find(jni, reason);
  const std::lock_guard lock(mutex_);
  connected_ = bridge_ != nullptr;
  reason_ = reason;
  if (connected_) parts_.handler.SetOwnMethods(bridge_->own_methods());
  return connected_;
}

void Focus::Regulate(JNIEnv* jni, uint64_t now_nanos) {
  KeepBudget(now_nanos);
  for (const auto& [site, number] : probed_.Placed()) {
    // Ends a run whose thread went elsewhere.
    parts_.runs.RoleOf(number, std::nullopt, now_nanos);
  }
  for (const evidence::RunPlace& place : parts_.runs.TakeAbandoned()) {
    parts_.recording.EndRun(place);
  }
  for (const int number : parts_.rates.Tick(now_nanos)) {
    if (parts_.runs.ActiveAt(number)) continue;
    bridge_->SetCountdown(jni, number, parts_.rates.Draw(number));
  }
}

// A site that turns out to allocate far more than its samples said spends ahead until its period
// has followed: that is paid back.
void Focus::KeepBudget(uint64_t now_nanos) {
  const CostMeter& cost = parts_.handler.cost();
  cost_.Update(cost.count(), cost.nanos());
  if (cost_.each() == 0) return;
  const double earned = kProbeShare * static_cast<double>(now_nanos - parts_.started_nanos);
  const double owed = std::max(0.0, static_cast<double>(cost.nanos()) - earned);
  const double share = std::max(kLeastProbeShare, kProbeShare - owed / kRepaymentNanos);
  parts_.rates.LimitTo(share * 1e9 / std::max(cost_.each(), 1.0));
}

// What the placed sites have given by now.
void Focus::Update(const std::vector<Known>& known) {
  for (const auto& [site, number] : probed_.Placed()) {
    probed_.Update(site, known[site].totals, parts_.handler.Registered(number));
  }
}

void Focus::Choose(JNIEnv* jni) {
  const auto entries = parts_.sites.Entries();
  const auto known = Look(entries);
  const auto placed = probed_.Placed();
  Update(known);
  const auto wanted = Wanted(known);
  std::vector<size_t> removed;
  std::vector<size_t> added;
  for (const auto& [site, number] : placed) {
    if (!wanted.contains(site)) removed.push_back(site);
  }
  for (const size_t site : wanted) {
    if (!placed.contains(site)) added.push_back(site);
  }
  if (removed.empty() && added.empty()) return;
  placements_.Placed(static_cast<uint64_t>(base::NowNanos()));
  if (!removed.empty()) Remove(jni, entries, removed);
  if (!added.empty()) Place(jni, entries, known, added);
}

// One entry for each site, in the same order.
std::vector<Focus::Known> Focus::Look(const std::vector<SiteBook::Entry>& entries) const {
  const auto summaries = parts_.recording.ContextSummaries();
  const auto placed = probed_.Placed();
  uint64_t accesses = 0;
  for (const auto& summary : summaries) accesses += summary.accesses;
  std::vector<Known> result(entries.size());
  for (size_t i = 0; i < entries.size(); ++i) {
    Known& known = result[i];
    uint64_t own_accesses = 0;
    for (const heap::ContextId context : entries[i].contexts) {
      if (heap::Index(context) >= summaries.size()) continue;
      const auto& summary = summaries[heap::Index(context)];
      const evidence::AllocationTotals& totals = summary.allocation;
      known.facts.samples += totals.samples + totals.burst_samples;
      known.facts.runs += summary.runs;
      own_accesses += summary.accesses;
      known.totals.samples += totals.samples;
      known.totals.bytes.total += totals.bytes.total;
      known.totals.bytes.variance += totals.bytes.variance;
      known.totals.bytes.largest_weight =
          std::max(known.totals.bytes.largest_weight, totals.bytes.largest_weight);
      known.totals.objects += totals.objects.total;
    }
    known.totals.nanos = static_cast<uint64_t>(base::NowNanos()) - parts_.started_nanos;
    known.facts.number = i;
    known.facts.bytes_high = UpperEnd(known.totals.bytes);
    known.facts.access_share =
        accesses == 0 ? 0 : static_cast<double>(own_accesses) / static_cast<double>(accesses);
    known.facts.probed = placed.contains(i);
    known.facts.may_be_probed = !probed_.Failed(i) && MayBeProbed(entries[i].site);
  }
  AddReplicas(entries, result);
  return result;
}

// Counting repetitions copies contents: only of sites that may be chosen.
void Focus::AddReplicas(const std::vector<SiteBook::Entry>& entries,
                        std::vector<Known>& known) const {
  std::vector<size_t> order(known.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    const SiteFacts& left = known[a].facts;
    const SiteFacts& right = known[b].facts;
    return std::max(left.bytes_high, left.access_share * kAccessesOverBytes) >
           std::max(right.bytes_high, right.access_share * kAccessesOverBytes);
  });
  for (size_t i = 0; i < order.size(); ++i) {
    SiteFacts& facts = known[order[i]].facts;
    if ((i < kMostLookedAt || facts.probed) && facts.runs >= FocusPolicy::kEnoughRuns) {
      AddReplicas(entries[order[i]], facts);
    }
  }
}

void Focus::AddReplicas(const SiteBook::Entry& entry, SiteFacts& facts) const {
  // Of a site with thousands of contexts the first ones tell enough.
  constexpr size_t kMostContexts = 64;
  for (size_t i = 0; i < std::min(entry.contexts.size(), kMostContexts); ++i) {
    const evidence::ReplicaSummary replicas = parts_.recording.Replicas(entry.contexts[i]);
    facts.contents += replicas.contents;
    facts.contents_repeated += replicas.repeated;
    facts.run_objects += replicas.run_objects;
    facts.run_repeats += replicas.run_repeats;
  }
}

bool Focus::MayBeProbed(const Site& site) const {
  const std::string name = site.Name();
  // Inlined everywhere: much compiled code would go with it.
  if (named_.empty() && include_.empty() && IsOfTheJdk(name)) return false;
  return (include_.empty() || include_.Match(name)) && !exclude_.Match(name) &&
         (named_.empty() || named_.Match(name));
}

std::set<size_t> Focus::Wanted(const std::vector<Known>& known) const {
  std::vector<SiteFacts> facts;
  facts.reserve(known.size());
  for (const Known& site : known) facts.push_back(site.facts);
  if (named_.empty()) {
    return FocusPolicy(placements_.placements() == 0 ? kFirstSites : kMostSites).Choose(facts);
  }
  // Named outright: all of them, whether or not they are worth it.
  std::sort(facts.begin(), facts.end(), [](const SiteFacts& a, const SiteFacts& b) {
    return a.probed != b.probed ? a.probed : a.bytes_high > b.bytes_high;
  });
  std::set<size_t> wanted;
  for (const SiteFacts& site : facts) {
    if (wanted.size() == kMostNamedSites) break;
    if (site.may_be_probed && site.samples > 0) wanted.insert(site.number);
  }
  return wanted;
}

void Focus::Describe(evidence::ProfileFacts::ProbeSource& source) const {
  const std::lock_guard lock(mutex_);
  source.kind = connected_ ? "bytecode" : "off";
  if (!connected_) source.reason = reason_;
  source.sites = probed_.Describe();
}

}  // namespace heaptwin::agent
