// Agent that holds what is read of each stack's memory against the stack that JVMTI sees: equal
// memory must never stand for two stacks, and what is put together from known frames must be the
// stack. Prints its counts when the VM ends:
//   stacks <allocations> <read> <known already> <of another stack> <put together> <wrongly>
#include <jni.h>
#include <jvmti.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "evidence/stack_key.h"
#include "inlined_frames.h"
#include "java_frames.h"
#include "thread_bytes.h"
#include "vm_structs.h"

namespace heaptwin::stack_truth {
namespace {

constexpr size_t kMostFrames = agent::MemoryStack::kMost;  // as the agent asks for
constexpr jint kEachBytes = 2048;
constexpr uint64_t kDeoptimizeEach = 16;
constexpr jint kDeepest = 12;

using Pair = std::pair<uint64_t, uint64_t>;

// For the life of the process: the VM's events carry no pointer of ours.
struct Counts {
  std::unique_ptr<const agent::JavaFrames> frames;
  std::mutex mutex;  // guards the rest; never held across a JVMTI call
  std::map<Pair, Pair> stacks;
  uint64_t allocations = 0, read = 0, known = 0, mistaken = 0;
  agent::InlinedFrames inlined;  // thread-safe
  std::atomic<uint64_t> composed{0}, wrongly{0};
};
Counts* the_counts = nullptr;

Pair Of(const evidence::StackKey& key) { return {key.low, key.high}; }

using Frames = std::vector<jvmtiFrameInfo>;

Pair Of(const Frames& frames) {
  std::vector<evidence::RawFrame> raw;
  for (const jvmtiFrameInfo& frame : frames) {
    raw.push_back({reinterpret_cast<uint64_t>(frame.method), frame.location});
  }
  return Of(evidence::StackKey::Of(raw));
}

// Empty if the VM gives none.
Frames BySpecification(jvmtiEnv* jvmti, jthread thread) {
  Frames frames(kMostFrames);
  jint count = 0;
  jvmti->GetStackTrace(thread, 0, kMostFrames, frames.data(), &count);
  frames.resize(static_cast<size_t>(count));
  return frames;
}

// As the agent does it, but every time.
void Compose(Counts& counts, const agent::MemoryStack& memory, const Frames& seen) {
  Frames composed(kMostFrames);
  if (const auto count = counts.inlined.Compose(memory.frames(), composed)) {
    composed.resize(*count);
    ++counts.composed;
    if (Of(composed) != Of(seen)) ++counts.wrongly;
  } else if (memory.whole() && seen.size() < kMostFrames) {
    counts.inlined.Learn(memory.frames(), seen, [&](const agent::MemoryStack::Frame& frame) {
      return counts.frames->MethodOf(frame);
    });
  }
}

bool IsNamed(jvmtiEnv* jvmti, jmethodID method, const char* wanted) {
  char* name = nullptr;
  if (jvmti->GetMethodName(method, &name, nullptr, nullptr) != JVMTI_ERROR_NONE) return false;
  const bool named = std::strcmp(name, wanted) == 0;
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(name));
  return named;
}

// Sets the argument of a frame further up to the value that it has, as a debugger might: that
// deoptimizes a compiled frame as soon as it is returned to, and until then its return address is
// another. Of `call` only, to which every thread returns soon.
void Deoptimize(jvmtiEnv* jvmti, jthread thread, uint64_t which) {
  constexpr jint kFirstArgument = 1;
  const jint depth = 1 + static_cast<jint>(which % kDeepest);
  jmethodID method = nullptr;
  jlocation location = 0;
  jint value = 0;
  if (jvmti->GetFrameLocation(thread, depth, &method, &location) == JVMTI_ERROR_NONE &&
      IsNamed(jvmti, method, "call") &&
      jvmti->GetLocalInt(thread, depth, kFirstArgument, &value) == JVMTI_ERROR_NONE) {
    jvmti->SetLocalInt(thread, depth, kFirstArgument, value);
  }
}

void JNICALL OnAllocation(jvmtiEnv* jvmti, JNIEnv* jni, jthread thread, jobject, jclass, jlong) {
  Counts& counts = *the_counts;
  uint64_t number = 0;
  {
    const std::lock_guard lock(counts.mutex);
    number = ++counts.allocations;
  }
  agent::MemoryStack memory;
  const bool read = counts.frames->Read(jni, memory);
  const Frames seen = BySpecification(jvmti, thread);
  if (read && !seen.empty()) {
    Compose(counts, memory, seen);
    const std::lock_guard lock(counts.mutex);
    ++counts.read;
    const auto [place, is_new] = counts.stacks.emplace(Of(memory.Key()), Of(seen));
    if (!is_new) ++counts.known;
    if (place->second != Of(seen)) ++counts.mistaken;
  }
  if (number % kDeoptimizeEach == 0) Deoptimize(jvmti, thread, number / kDeoptimizeEach);
}

void JNICALL OnEnd(jvmtiEnv*, JNIEnv*) {
  const std::lock_guard lock(the_counts->mutex);
  std::printf("stacks");
  for (const uint64_t count :
       {the_counts->allocations, the_counts->read, the_counts->known, the_counts->mistaken,
        the_counts->composed.load(), the_counts->wrongly.load()}) {
    std::printf(" %llu", static_cast<unsigned long long>(count));
  }
  std::printf("\n");
  std::fflush(stdout);
}

void JNICALL OnStart(jvmtiEnv* jvmti, JNIEnv* jni, jthread thread) {
  const agent::VmStructs structs(reinterpret_cast<const void*>(jni->functions->GetVersion));
  const agent::ThreadBytes threads(jni, structs);
  the_counts->frames = agent::JavaFrames::Of(structs, jni, threads.JavaThread(jni, thread));
  if (the_counts->frames == nullptr) return;
  jvmti->SetHeapSamplingInterval(kEachBytes);
  jvmti->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, nullptr);
}

}  // namespace
}  // namespace heaptwin::stack_truth

extern "C" __attribute__((visibility("default"))) jint JNICALL Agent_OnLoad(JavaVM* vm, char*,
                                                                            void*) {
  using namespace heaptwin::stack_truth;
  the_counts = new Counts();
  jvmtiEnv* jvmti = nullptr;
  if (vm->GetEnv(reinterpret_cast<void**>(&jvmti), JVMTI_VERSION_11) != JNI_OK) return JNI_ERR;
  jvmtiCapabilities capabilities{};
  capabilities.can_generate_sampled_object_alloc_events = 1;
  capabilities.can_access_local_variables = 1;
  jvmtiEventCallbacks callbacks{};
  callbacks.SampledObjectAlloc = OnAllocation;
  callbacks.VMInit = OnStart;
  callbacks.VMDeath = OnEnd;
  if (jvmti->AddCapabilities(&capabilities) != JVMTI_ERROR_NONE ||
      jvmti->SetEventCallbacks(&callbacks, sizeof callbacks) != JVMTI_ERROR_NONE) {
    return JNI_ERR;
  }
  jvmti->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, nullptr);
  jvmti->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, nullptr);
  return JNI_OK;
}
