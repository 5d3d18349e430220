#include "drain.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace heaptwin::agent {
namespace {

constexpr uint64_t kRegulationNanos = 100'000'000;
constexpr uint64_t kInspectionNanos = 200'000'000;

// Share of one processor that the application's threads may spend in our callbacks; bursts have
// one of their own.
constexpr double kRegistrationShare = 0.005;

evidence::Access AsAccess(const perf::AccessSample& sample) {
  evidence::Access access;
  access.address = sample.address;
  access.stamp = sample.epoch;
  access.is_write = sample.is_write;
  access.has_header = sample.header_valid;
  access.base = sample.base_register;
  std::memcpy(access.header.data(), sample.header, access.header.size());
  return access;
}

evidence::Trap AsTrap(const watch::TrapRecord& record) {
  evidence::Trap trap;
  trap.object = static_cast<heap::ObjectId>(record.object);
  trap.offset = record.offset;
  trap.length = record.length;
  trap.value = record.value;
  trap.stamp = record.epoch;
  trap.origin = static_cast<evidence::OffsetOrigin>(record.origin);
  return trap;
}

}  // namespace

void Drain::Round(JNIEnv* jni, uint64_t now_nanos) {
  EmptyRings();
  CloseEpochs(jni);
  const uint64_t current = parts_.epoch.Current();
  LearnLayouts(jni);
  if (current != 0) parts_.recording.CountExhaustive(current);
  if (parts_.layouts != nullptr && now_nanos - last_inspection_ >= kInspectionNanos) {
    last_inspection_ = now_nanos;
    // Objects that no collection has reached for a second are read without a stop. Not sooner: what
    // is read later has had more time to be filled.
    parts_.recording.InspectRunning(parts_.epoch, std::chrono::seconds(1), 2000);
  }
  parts_.survivors.TakeReleased(jni);
  Regulate(now_nanos);
}

void Drain::Last(JNIEnv* jni) {
  EmptyRings();
  CloseEpochs(jni);
  LearnLayouts(jni);
  if (parts_.layouts != nullptr) {
    constexpr size_t kAll = 200'000;
    parts_.recording.InspectRunning(parts_.epoch, std::chrono::seconds(0), kAll);
    parts_.recording.RereadSurvivors(parts_.epoch);
    parts_.recording.ReadExhaustiveRunning(parts_.epoch);
  }
  parts_.recording.CountExhaustive(0);
  parts_.recording.FinishEvidence();
  parts_.survivors.CheckAfterCollection(jni);
}

void Drain::EmptyRings() {
  parts_.threads.DrainAll([this](probes::ThreadProbes& probes) {
    probes.Drain(
        [this](const perf::AccessSample& sample) { parts_.recording.AddAccess(AsAccess(sample)); },
        [this](const watch::TrapRecord& record) { parts_.recording.AddTrap(AsTrap(record)); });
  });
}

void Drain::CloseEpochs(JNIEnv* jni) {
  const uint64_t current = parts_.epoch.Current();
  const bool finished = collection_finished_.exchange(false, std::memory_order_acq_rel);
  // A silent collection posts no event, but changes the epoch.
  if (current == 0 || (!finished && current == last_epoch_)) return;
  last_epoch_ = current;
  parts_.recording.CloseEpochs(current);
  parts_.classes.DropUnloaded(jni);
  parts_.survivors.CheckAfterCollection(jni);
}

void Drain::LearnLayouts(JNIEnv* jni) {
  if (parts_.layouts == nullptr) return;
  for (KnownClass* known : parts_.classes.TakeUnlearned()) {
    auto layout = parts_.layouts->Learn(jni, *known);
    known->has_layout = layout != nullptr;
    if (layout != nullptr) parts_.recording.SetLayout(known->id, std::move(layout));
  }
}

void Drain::Regulate(uint64_t now_nanos) {
  if (now_nanos - last_regulation_ < kRegulationNanos) return;
  const uint64_t elapsed = now_nanos - last_regulation_;
  const bool first = last_regulation_ == 0;
  last_regulation_ = now_nanos;
  const uint64_t registered = parts_.recording.CurrentCounts().registered;
  if (!first) {
    const double per_second =
        static_cast<double>(registered - registered_before_) * 1e9 / static_cast<double>(elapsed);
    parts_.bursts.SetRegistrationRate(per_second);
  }
  registered_before_ = registered;
  KeepBudget(now_nanos);
  // A burst slows the program, and its rate meanwhile says nothing about that to come.
  const bool moved = !parts_.bursts.active() && parts_.intervals.Tick(now_nanos);
  const bool ended = parts_.bursts.Tick(now_nanos);
  if (ended) {
    parts_.allocations.BurstEnded();
  } else if (moved) {
    parts_.allocations.ApplyInterval();
  }
}

void Drain::KeepBudget(uint64_t now_nanos) {
  const CostMeter& registrations = parts_.allocations.registration_cost();
  // Armings have a budget of their own, that of traps.
  const uint64_t nanos = registrations.nanos() - parts_.armer.cost().nanos();
  if (const auto each = registration_cost_.Update(registrations.count(), nanos)) {
    parts_.intervals.LimitTo(kRegistrationShare, *each);
  }
  const uint64_t burst_nanos = parts_.allocations.burst_cost().nanos();
  if (burst_nanos == burst_nanos_before_) return;
  parts_.bursts.SetObjectCost(static_cast<double>(burst_nanos) /
                              static_cast<double>(parts_.allocations.burst_cost().count()));
  // What the latest bursts cost is spread over the time to come.
  const double owed =
      static_cast<double>(burst_nanos - burst_nanos_before_) / parts_.bursts.limits().share;
  burst_nanos_before_ = burst_nanos;
  paid_at_ = std::max(paid_at_, now_nanos) + static_cast<uint64_t>(owed);
  parts_.bursts.WaitUntil(paid_at_);
}

}  // namespace heaptwin::agent
