#include "probe_handler.h"

#include <algorithm>

#include "address_reader.h"
#include "base/clock.h"
#include "inside_callback.h"
#include "jni_scope.h"

namespace heaptwin::agent {

void ProbeHandler::Open(int number, const Site& site, double objects_per_second) {
  kept_.push_back(std::make_unique<ProbedSite>(site));
  sites_[static_cast<size_t>(number)].store(kept_.back().get(), std::memory_order_release);
  parts_.rates.Open(number, objects_per_second);
}

void ProbeHandler::Close(int number) {
  parts_.rates.Close(number);
  parts_.runs.Abandon(number, static_cast<uint64_t>(base::NowNanos()));
}

uint64_t ProbeHandler::Registered(int number) const {
  const ProbedSite* site = sites_[static_cast<size_t>(number)].load(std::memory_order_acquire);
  return site == nullptr ? 0 : site->registered.load(std::memory_order_relaxed);
}

jint ProbeHandler::OnProbed(JNIEnv* jni, jobject object, jint number) {
  if (number < 0 || number >= ProbeRates::kMostSites || !parts_.rates.IsOpen(number)) {
    return ProbeRates::kOff;
  }
  ThreadMemory& memory = CurrentThreadMemory();
  if (memory.inside || memory.ours || object == nullptr) return parts_.rates.Draw(number);
  const Hit hit{jni, object, number,
                *sites_[static_cast<size_t>(number)].load(std::memory_order_acquire)};
  const std::optional<heap::ThreadIndex> thread = parts_.threads.KnownIndex();
  const auto began = static_cast<uint64_t>(base::NowNanos());
  switch (parts_.runs.RoleOf(number, thread, began)) {
    case ProbeRuns::Role::kMember:
      return AppendToRun(hit, *thread);
    case ProbeRuns::Role::kBystander:
      return 1;
    case ProbeRuns::Role::kNone:
      break;
  }
  // While one thread registers, the countdown stays at its end and every other thread comes here
  // too; the first of them sets it anew.
  if (hit.probed.busy.exchange(true, std::memory_order_acquire)) return parts_.rates.Draw(number);
  bool run_begins = false;
  {
    const InsideCallback inside(memory);
    run_begins = Handle(hit);
    cost_.Add(static_cast<uint64_t>(base::NowNanos()) - began);
  }
  hit.probed.busy.store(false, std::memory_order_release);
  return run_begins ? 1 : parts_.rates.Draw(number);
}

KnownClass* ProbeHandler::ClassOf(const Hit& hit) {
  const jclass mirror = hit.jni->GetObjectClass(hit.object);
  KnownClass* known = mirror == nullptr ? nullptr : parts_.classes.Of(hit.jni, mirror);
  if (known == nullptr) {
    parts_.losses.Add(base::Loss::kClassUnknown);
    return nullptr;
  }
  // A call that allocates, such as clone, gives objects of other classes too.
  return known->signature == hit.probed.site.allocated ? known : nullptr;
}

bool ProbeHandler::Handle(const Hit& hit) {
  KnownClass* known = ClassOf(hit);
  if (known == nullptr) return false;
  const double stands_for = parts_.rates.Count(hit.number);
  jthread thread = nullptr;
  if (parts_.jvmti->GetCurrentThread(&thread) != JVMTI_ERROR_NONE) return false;
  ThreadState& state = parts_.threads.Current(parts_.jvmti, hit.jni, thread, /*born_now=*/false);
  auto allocation = Describe(hit, thread, state, *known);
  if (!allocation) return false;
  allocation->probe_period = stands_for;
  return Register(hit, state, *allocation) &&
         parts_.runs.OnRegistration(hit.number, allocation->thread,
                                    static_cast<uint64_t>(base::NowNanos()));
}

std::optional<evidence::Allocation> ProbeHandler::Describe(const Hit& hit, jthread current,
                                                           ThreadState& thread, KnownClass& known) {
  jlong size = 0;
  if (parts_.jvmti->GetObjectSize(hit.object, &size) != JVMTI_ERROR_NONE) return std::nullopt;
  const auto context =
      parts_.contexts.AtProbe(hit.jni, current, known, hit.probed.site, own_methods_);
  if (!context) {
    parts_.losses.Add(base::Loss::kProbeElsewhere);
    return std::nullopt;
  }
  const auto where = ReadAddress(hit.jni, hit.object, parts_.epoch);
  if (!where) {
    parts_.losses.Add(base::Loss::kAddressUnsettled);
    return std::nullopt;
  }
  evidence::Allocation allocation;
  allocation.context = *context;
  allocation.class_id = known.id;
  allocation.thread = parts_.threads.IndexOf(thread);
  allocation.size = static_cast<uint64_t>(size);
  allocation.address = where->address;
  allocation.stamp = where->stamp;
  parts_.classes.NoteInstance(known, *where, allocation.size, parts_.format, parts_.epoch);
  return allocation;
}

bool ProbeHandler::Register(const Hit& hit, ThreadState& thread, evidence::Allocation allocation) {
  SampledLately& sampled = CurrentThreadMemory().sampled;
  if (sampled.MayBeFromEarlierEpoch(allocation.class_id, allocation.size, allocation.stamp)) {
    parts_.losses.Add(base::Loss::kProbedBySampler);
    return false;
  }
  allocation.weak = parts_.weak.To(hit.jni, hit.object, allocation.size);
  const evidence::Registration registration = parts_.recording.RegisterProbed(allocation);
  if (registration.object == heap::ObjectId::kNone) {
    if (allocation.weak != 0) {
      hit.jni->DeleteWeakGlobalRef(reinterpret_cast<jweak>(allocation.weak));
    }
    parts_.losses.Add(base::Loss::kProbedBySampler);
    return false;
  }
  hit.probed.registered.fetch_add(1, std::memory_order_relaxed);
  if (registration.watch) parts_.armer.Arm(thread, *registration.watch);
  return true;
}

// Every object of the thread at the site: the next countdown is 1 until the run is over.
jint ProbeHandler::AppendToRun(const Hit& hit, heap::ThreadIndex thread) {
  ThreadMemory& memory = CurrentThreadMemory();
  const auto began = static_cast<uint64_t>(base::NowNanos());
  bool kept = false;
  {
    const InsideCallback inside(memory);
    KnownClass* known = ClassOf(hit);
    if (known == nullptr) return 1;
    jthread current = nullptr;
    std::optional<evidence::Allocation> allocation;
    if (parts_.jvmti->GetCurrentThread(&current) == JVMTI_ERROR_NONE) {
      allocation = Describe(hit, current, *memory.state, *known);
    }
    kept =
        allocation && parts_.recording.AppendToRun(
                          *allocation, ProbeRuns::PlaceOf(hit.number, thread), parts_.runs.step());
  }
  const auto now = static_cast<uint64_t>(base::NowNanos());
  run_cost_.Add(now - began);
  if (!parts_.runs.OnMember(kept, std::min(now - began, CostMeter::kLongestNanos), now)) return 1;
  parts_.recording.EndRun(ProbeRuns::PlaceOf(hit.number, thread));
  return parts_.rates.Draw(hit.number);
}

}  // namespace heaptwin::agent
