#include "allocation_handler.h"

#include "base/clock.h"
#include "evidence/allocation_totals.h"
#include "inside_callback.h"
#include "jni_scope.h"

namespace heaptwin::agent {

using evidence::RunStep;

namespace {

// A long run is begun only in contexts with so large a part of the objects, by the samples so far:
// with a smaller one it would be cut by its bound on events.
constexpr double kFrequentShare = 1.0 / 32;

}  // namespace

void AllocationHandler::OnSampledAllocation(JNIEnv* jni, jthread thread, jobject object,
                                            jclass mirror, jlong size) {
  // The VM drew the thread's next gap just before this callback, under the interval in force then:
  // read it first.
  const uint64_t next = in_force_.load(std::memory_order_acquire);
  ThreadMemory& memory = CurrentThreadMemory();
  const uint64_t drawn =
      memory.interval_known ? memory.interval_drawn : IntervalController::kVmDefault;
  memory.interval_drawn = next;
  memory.interval_known = true;
  if (memory.inside || memory.ours) return;
  const InsideCallback inside(memory);
  const int64_t began = base::NowNanos();
  handling_.fetch_add(1, std::memory_order_seq_cst);
  Handle({jni, thread, object, mirror, static_cast<uint64_t>(size)}, drawn);
  handling_.fetch_sub(1, std::memory_order_seq_cst);
  CostMeter& cost = drawn == 0 ? burst_cost_ : registration_cost_;
  cost.Add(static_cast<uint64_t>(base::NowNanos() - began));
}

void AllocationHandler::OnThreadStart(JNIEnv* jni, jthread thread) {
  ThreadMemory& memory = CurrentThreadMemory();
  // The gap was drawn when the VM made the thread, a moment ago.
  memory.interval_drawn = in_force_.load(std::memory_order_acquire);
  memory.interval_known = true;
  if (memory.ours) return;
  const InsideCallback inside(memory);
  parts_.threads.Current(parts_.jvmti, jni, thread, /*born_now=*/true);
}

void AllocationHandler::Handle(const Event& event, uint64_t drawn) {
  ThreadState& state =
      parts_.threads.Current(parts_.jvmti, event.jni, event.thread, /*born_now=*/false);
  if (parts_.exhaustive) return AppendExhaustive(event, state);
  if (drawn == 0 && parts_.bursts.step() == RunStep::kLong) {
    return HandleDuringLongRun(event, state);
  }
  auto allocation = Describe(event, state, parts_.classes.Of(event.jni, event.mirror));
  if (!allocation) return;
  allocation->interval_drawn = static_cast<double>(drawn);
  if (drawn == 0) {
    AppendToBurst(state, *allocation);
  } else {
    Register(event.jni, state, event.object, *allocation);
  }
}

evidence::Allocation AllocationHandler::WithoutAddress(const Event& event, ThreadState& thread,
                                                       const KnownClass& known) {
  evidence::Allocation allocation;
  allocation.class_id = known.id;
  allocation.thread = parts_.threads.IndexOf(thread);
  allocation.size = event.size;
  allocation.context = parts_.contexts.Current(event.jni, event.thread, known);
  return allocation;
}

std::optional<evidence::Allocation> AllocationHandler::Describe(const Event& event,
                                                                ThreadState& thread,
                                                                KnownClass* known) {
  if (known == nullptr) {
    parts_.losses.Add(base::Loss::kClassUnknown);
    return std::nullopt;
  }
  evidence::Allocation allocation = WithoutAddress(event, thread, *known);
  if (parts_.format == nullptr) return allocation;
  if (const auto where = ReadAddress(event.jni, event.object, parts_.epoch)) {
    allocation.address = where->address;
    allocation.stamp = where->stamp;
    parts_.classes.NoteInstance(*known, *where, allocation.size, *parts_.format, parts_.epoch);
  } else {
    parts_.losses.Add(base::Loss::kAddressUnsettled);
  }
  return allocation;
}

void AllocationHandler::AppendToBurst(ThreadState& thread, const evidence::Allocation& allocation) {
  thread.in_burst = true;
  parts_.recording.AppendBurst(allocation, parts_.bursts.step());
  if (parts_.bursts.OnBurstObject(allocation.thread == parts_.bursts.target().thread)) BurstEnded();
}

void AllocationHandler::LeaveBurst(ThreadState& thread) {
  if (!thread.in_burst) return;
  thread.in_burst = false;
  parts_.recording.EndRun({*thread.index, evidence::RunPlace::kBurst});
}

void AllocationHandler::HandleDuringLongRun(const Event& event, ThreadState& thread) {
  LeaveBurst(thread);
  const auto interval = static_cast<double>(parts_.intervals.interval());
  const bool sampled = thread.random.Chance(evidence::InclusionProbability(event.size, interval));
  const RunTarget target = parts_.bursts.target();
  bool wanted = parts_.bursts.active() && thread.index == target.thread;
  std::optional<evidence::Allocation> allocation;
  if (wanted || sampled) {
    KnownClass* known = parts_.classes.Of(event.jni, event.mirror);
    wanted = wanted && known != nullptr && known->id == target.class_id;
    // The stack is what costs: only where it is needed.
    if (wanted || sampled) allocation = Describe(event, thread, known);
  }
  wanted = wanted && allocation && allocation->context == target.context;
  bool cut = false;
  if (wanted) {
    cut = !parts_.recording.AppendToRun(
        *allocation, {target.thread, evidence::RunPlace::kChosenContext}, RunStep::kLong);
  }
  if (sampled && allocation) {
    allocation->interval_drawn = interval;
    Register(event.jni, thread, event.object, *allocation);
  }
  if (parts_.bursts.OnBurstObject(wanted) || (cut && parts_.bursts.Abandon())) BurstEnded();
}

void AllocationHandler::BurstEnded() {
  if (parts_.bursts.step() == RunStep::kLong) {
    parts_.recording.EndRun({parts_.bursts.target().thread, evidence::RunPlace::kChosenContext});
  }
  ApplyInterval();
}

void AllocationHandler::Register(JNIEnv* jni, ThreadState& thread, jobject object,
                                 evidence::Allocation allocation) {
  LeaveBurst(thread);
  allocation.weak = parts_.weak.To(jni, object, allocation.size);
  const evidence::Registration registration = parts_.recording.Register(allocation);
  CurrentThreadMemory().sampled.Remember(allocation);
  if (registration.watch) parts_.armer.Arm(thread, *registration.watch);
  const bool raised = parts_.intervals.OnRegistration();
  const bool burst = parts_.bursts.OnRegistration(
      {allocation.thread, allocation.class_id, allocation.context},
      registration.share_of_objects >= kFrequentShare, base::NowNanos());
  if (raised || burst) ApplyInterval();
}

void AllocationHandler::ApplyInterval() {
  const std::lock_guard lock(applying_);
  const bool all = parts_.exhaustive || parts_.bursts.active();
  const uint64_t interval = all ? 0 : parts_.intervals.interval();
  in_force_.store(interval, std::memory_order_release);
  parts_.jvmti->SetHeapSamplingInterval(static_cast<jint>(interval));
}

void AllocationHandler::RestoreInterval() {
  const std::lock_guard lock(applying_);
  in_force_.store(IntervalController::kVmDefault, std::memory_order_release);
  parts_.jvmti->SetHeapSamplingInterval(static_cast<jint>(IntervalController::kVmDefault));
}

}  // namespace heaptwin::agent
