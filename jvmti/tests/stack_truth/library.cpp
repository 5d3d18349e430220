// Agent that holds each key of JavaFrames against the stack that JVMTI sees: one key must never
// stand for two stacks. Prints its counts when the VM ends:
//   stacks <allocations> <with a key> <key known already> <of another stack>
#include <jni.h>
#include <jvmti.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "evidence/stack_key.h"
#include "java_frames.h"
#include "thread_bytes.h"
#include "vm_structs.h"

namespace heaptwin::stack_truth {
namespace {

constexpr jint kMostFrames = 137;  // as the agent asks for
constexpr jint kEachBytes = 2048;
constexpr uint64_t kDeoptimizeEach = 16;
constexpr jint kDeepest = 12;

using Pair = std::pair<uint64_t, uint64_t>;

// For the life of the process: the VM's events carry no pointer of ours.
struct Counts {
  std::unique_ptr<const agent::JavaFrames> frames;
  std::mutex mutex;  // guards the rest; never held across a JVMTI call
  std::map<Pair, Pair> stacks;
  uint64_t allocations = 0, keys = 0, known = 0, wrong = 0;
};
Counts* the_counts = nullptr;

Pair Of(const evidence::StackKey& key) { return {key.low, key.high}; }

// Nullopt if the VM gives none.
std::optional<Pair> BySpecification(jvmtiEnv* jvmti, jthread thread) {
  std::array<jvmtiFrameInfo, kMostFrames> frames;
  jint count = 0;
  if (jvmti->GetStackTrace(thread, 0, kMostFrames, frames.data(), &count) != JVMTI_ERROR_NONE) {
    return std::nullopt;
  }
  std::vector<evidence::RawFrame> raw;
  for (jint i = 0; i < count; ++i) {
    raw.push_back({reinterpret_cast<uint64_t>(frames[i].method), frames[i].location});
  }
  return Of(evidence::StackKey::Of(raw));
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
  // First the key: JVMTI gives methods the ids that the key asks for.
  const auto key = counts.frames->Current(jni);
  const auto stack = BySpecification(jvmti, thread);
  if (!key || !stack) return;
  if (number % kDeoptimizeEach == 0) Deoptimize(jvmti, thread, number / kDeoptimizeEach);
  const std::lock_guard lock(counts.mutex);
  ++counts.keys;
  const auto [place, is_new] = counts.stacks.emplace(Of(key->key), *stack);
  if (is_new) return;
  ++counts.known;
  if (place->second != *stack) ++counts.wrong;
}

void JNICALL OnEnd(jvmtiEnv*, JNIEnv*) {
  const Counts& counts = *the_counts;
  const std::lock_guard lock(the_counts->mutex);
  std::printf("stacks %llu %llu %llu %llu\n", static_cast<unsigned long long>(counts.allocations),
              static_cast<unsigned long long>(counts.keys),
              static_cast<unsigned long long>(counts.known),
              static_cast<unsigned long long>(counts.wrong));
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
