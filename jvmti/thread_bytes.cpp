#include "thread_bytes.h"

#include "base/guarded_copy.h"
#include "jni_scope.h"

namespace heaptwin::agent {
namespace {

template <typename T>
std::optional<T> Read(uint64_t address) {
  T value{};
  // Guarded: the thread may end while it is looked at.
  if (!base::GuardedCopy(&value, address, sizeof value)) return std::nullopt;
  return value;
}

std::optional<uint64_t> Sum(std::optional<uint64_t> left, std::optional<uint64_t> right) {
  if (!left || !right) return std::nullopt;
  return *left + *right;
}

}  // namespace

ThreadBytes::ThreadBytes(JNIEnv* jni, const VmStructs& structs) {
  const LocalFrame frame(jni, 8);
  const jclass thread_class = jni->FindClass("java/lang/Thread");
  if (!ClearException(jni)) eetop_ = jni->GetFieldID(thread_class, "eetop", "J");
  ClearException(jni);
  os_thread_ = structs.FieldOffset("JavaThread", "_osthread");
  // JDK 25 moved it up.
  if (!os_thread_) os_thread_ = structs.FieldOffset("Thread", "_osthread");
  thread_id_ = structs.FieldOffset("OSThread", "_thread_id");
  allocated_bytes_ = structs.FieldOffset("Thread", "_allocated_bytes");
  const auto tlab = structs.FieldOffset("Thread", "_tlab");
  tlab_start_ = Sum(tlab, structs.FieldOffset("ThreadLocalAllocBuffer", "_start"));
  tlab_top_ = Sum(tlab, structs.FieldOffset("ThreadLocalAllocBuffer", "_top"));
}

uint64_t ThreadBytes::JavaThread(JNIEnv* jni, jthread thread) const {
  if (eetop_ == nullptr || thread == nullptr) return 0;
  return static_cast<uint64_t>(jni->GetLongField(thread, eetop_));
}

uint64_t ThreadBytes::CurrentJavaThread(jvmtiEnv* jvmti, JNIEnv* jni) const {
  jthread current = nullptr;
  if (jvmti->GetCurrentThread(&current) != JVMTI_ERROR_NONE) return 0;
  const uint64_t java_thread = JavaThread(jni, current);
  jni->DeleteLocalRef(current);
  return java_thread;
}

std::optional<pid_t> ThreadBytes::Tid(JNIEnv* jni, jthread thread) const {
  const uint64_t java_thread = JavaThread(jni, thread);
  if (java_thread == 0 || !os_thread_ || !thread_id_) return std::nullopt;
  const auto os_thread = Read<uint64_t>(java_thread + *os_thread_);
  if (!os_thread || *os_thread == 0) return std::nullopt;
  return Read<int32_t>(*os_thread + *thread_id_);
}

std::optional<uint64_t> ThreadBytes::Allocated(JNIEnv* jni, jthread thread) const {
  const uint64_t java_thread = JavaThread(jni, thread);
  if (java_thread == 0 || !allocated_bytes_) return std::nullopt;
  const auto retired = Read<uint64_t>(java_thread + *allocated_bytes_);
  if (!retired || !tlab_start_ || !tlab_top_) return retired;
  const auto start = Read<uint64_t>(java_thread + *tlab_start_);
  const auto top = Read<uint64_t>(java_thread + *tlab_top_);
  // A thread that is just taking a new buffer shows a start and a top that do not belong together.
  constexpr uint64_t kLargestBuffer = uint64_t{1} << 32;
  if (!start || !top || *top < *start || *top - *start > kLargestBuffer) return retired;
  return *retired + (*top - *start);
}

}  // namespace heaptwin::agent
