#include "allocation_handler.h"

#include "base/clock.h"
#include "jni_scope.h"

namespace heaptwin::agent {
namespace {

// While it lives, allocations of this thread are our own and not the application's.
class InsideCallback {
 public:
  explicit InsideCallback(ThreadMemory& memory) : memory_(memory) { memory_.inside = true; }
  ~InsideCallback() { memory_.inside = false; }
  InsideCallback(const InsideCallback&) = delete;
  InsideCallback& operator=(const InsideCallback&) = delete;

 private:
  ThreadMemory& memory_;
};

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
  Handle(jni, thread, object, mirror, size, drawn);
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

void AllocationHandler::Handle(JNIEnv* jni, jthread thread, jobject object, jclass mirror,
                               jlong size, uint64_t drawn) {
  ThreadState& state = parts_.threads.Current(parts_.jvmti, jni, thread, /*born_now=*/false);
  KnownClass* known = parts_.classes.Of(jni, mirror);
  if (known == nullptr) return parts_.losses.Add(base::Loss::kClassUnknown);
  evidence::Allocation allocation;
  allocation.class_id = known->id;
  allocation.thread = parts_.threads.IndexOf(state);
  allocation.size = static_cast<uint64_t>(size);
  allocation.interval_drawn = static_cast<double>(drawn);
  allocation.context = parts_.contexts.Current(jni, thread, known->id);
  if (parts_.format != nullptr) {
    if (const auto where = ReadAddress(jni, object, parts_.epoch)) {
      allocation.address = where->address;
      allocation.stamp = where->stamp;
      parts_.classes.NoteInstance(*known, *where, allocation.size, *parts_.format, parts_.epoch);
    } else {
      parts_.losses.Add(base::Loss::kAddressUnsettled);
    }
  }
  if (drawn == 0) {
    AppendToBurst(state, allocation);
  } else {
    Register(jni, state, object, allocation);
  }
}

void AllocationHandler::AppendToBurst(ThreadState& thread, const evidence::Allocation& allocation) {
  thread.in_burst = true;
  parts_.recording.AppendBurst(allocation);
  if (parts_.bursts.OnBurstObject()) ApplyInterval();
}

void AllocationHandler::Register(JNIEnv* jni, ThreadState& thread, jobject object,
                                 evidence::Allocation allocation) {
  if (thread.in_burst) {
    thread.in_burst = false;
    parts_.recording.EndBurst(allocation.thread);
  }
  const jweak weak = jni->NewWeakGlobalRef(object);
  // The application must not find our OutOfMemoryError at its allocation.
  if (weak == nullptr) ClearException(jni);
  allocation.weak = reinterpret_cast<heap::WeakHandle>(weak);
  const evidence::Registration registration = parts_.recording.Register(allocation);
  if (registration.watch) Arm(thread, *registration.watch);
  const bool raised = parts_.intervals.OnRegistration();
  const bool burst = parts_.bursts.OnRegistration(base::NowNanos());
  if (raised || burst) ApplyInterval();
}

void AllocationHandler::Arm(ThreadState& thread, const evidence::WatchRequest& request) {
  watch::ArmResult result = watch::ArmResult::kClosed;
  if (thread.probes != nullptr && parts_.watch) {
    watch::Arming arming{};
    arming.address = request.address;
    arming.length = request.length;
    arming.object = static_cast<uint64_t>(request.object);
    arming.epoch = request.stamp;
    arming.origin = static_cast<uint8_t>(request.origin);
    arming.offset = request.offset;
    const int64_t began = base::NowNanos();
    result = thread.probes->Arm(arming);
    arming_cost_.Add(static_cast<uint64_t>(base::NowNanos() - began));
  }
  if (result != watch::ArmResult::kArmed) parts_.recording.WatchNotArmed(request.object);
}

void AllocationHandler::ApplyInterval() {
  const std::lock_guard lock(applying_);
  const uint64_t interval = parts_.bursts.active() ? 0 : parts_.intervals.interval();
  in_force_.store(interval, std::memory_order_release);
  parts_.jvmti->SetHeapSamplingInterval(static_cast<jint>(interval));
}

void AllocationHandler::RestoreInterval() {
  const std::lock_guard lock(applying_);
  in_force_.store(IntervalController::kVmDefault, std::memory_order_release);
  parts_.jvmti->SetHeapSamplingInterval(static_cast<jint>(IntervalController::kVmDefault));
}

}  // namespace heaptwin::agent
