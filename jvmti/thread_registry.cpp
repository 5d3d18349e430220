#include "thread_registry.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <utility>

#include "jni_scope.h"

namespace heaptwin::agent {
namespace {

pid_t CurrentTid() { return static_cast<pid_t>(syscall(SYS_gettid)); }

// Whether the tid is a thread of this process. One read from the outside may be rubbish, if its
// thread ended meanwhile, and an event must never be put on somebody else's thread.
bool IsOurThread(pid_t tid) { return tid > 0 && syscall(SYS_tgkill, getpid(), tid, 0) == 0; }

std::string ThreadName(jvmtiEnv* jvmti, JNIEnv* jni, jthread thread) {
  jvmtiThreadInfo info{};
  if (jvmti->GetThreadInfo(thread, &info) != JVMTI_ERROR_NONE) return {};
  std::string name(info.name == nullptr ? "" : info.name);
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(info.name));
  if (info.thread_group != nullptr) jni->DeleteLocalRef(info.thread_group);
  if (info.context_class_loader != nullptr) jni->DeleteLocalRef(info.context_class_loader);
  return name;
}

// Calls `visit` with every live platform thread.
template <typename Visit>
void ForEachThread(jvmtiEnv* jvmti, JNIEnv* jni, Visit visit) {
  const LocalFrame frame(jni, 16);
  jint count = 0;
  jthread* threads = nullptr;
  if (jvmti->GetAllThreads(&count, &threads) != JVMTI_ERROR_NONE) return;
  // -Xcheck:jni counts them and complains on the application's stdout.
  if (jni->EnsureLocalCapacity(count + 16) != 0) ClearException(jni);
  for (jint i = 0; i < count; ++i) {
    visit(threads[i]);
    jni->DeleteLocalRef(threads[i]);
  }
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(threads));
}

}  // namespace

ThreadMemory& CurrentThreadMemory() {
  // Global by nature: a callback learns which thread it is on from nothing but the thread.
  thread_local ThreadMemory memory;
  return memory;
}

ThreadRegistry::ThreadRegistry(uint64_t session, evidence::Recording& recording,
                               probes::ProbeSession* probes, const ThreadBytes& bytes)
    : session_(session), recording_(recording), probes_(probes), bytes_(bytes) {}

ThreadState& ThreadRegistry::Current(jvmtiEnv* jvmti, JNIEnv* jni, jthread thread, bool born_now) {
  ThreadMemory& memory = CurrentThreadMemory();
  if (memory.session == session_ && memory.state != nullptr) return *memory.state;
  const pid_t tid = CurrentTid();
  ThreadState* known = nullptr;
  {
    const std::lock_guard lock(mutex_);
    const auto entry = by_tid_.find(tid);
    if (entry != by_tid_.end() && born_now) {
      // Of a thread that ended while it was enumerated, so that its end went unnoticed: its probes
      // are not on this thread. (Or this one was enumerated before it came here; then it gets new
      // ones.)
      entry->second->ended.store(true, std::memory_order_release);
      ended_.push_back(std::move(entry->second));
      by_tid_.erase(entry);
    } else if (entry != by_tid_.end()) {
      known = entry->second.get();
    }
  }
  if (known == nullptr) {
    const auto bytes = born_now ? std::optional<uint64_t>(0) : bytes_.Allocated(jni, thread);
    known = &StateOf(tid, ThreadName(jvmti, jni, thread), bytes);
  }
  memory.state = known;
  memory.session = session_;
  return *known;
}

ThreadState& ThreadRegistry::StateOf(pid_t tid, const std::string& name,
                                     std::optional<uint64_t> bytes) {
  auto made = std::make_unique<ThreadState>();
  made->tid = tid;
  made->name = name;
  made->random = base::Random(session_ ^ (static_cast<uint64_t>(tid) << 32));
  made->bytes_at_start = bytes;
  // Opened outside the lock, but before the state can be found and its thread can end.
  if (probes_ != nullptr) made->probes = probes_->Attach(tid);
  const std::lock_guard lock(mutex_);
  return *by_tid_.try_emplace(tid, std::move(made)).first->second;
}

std::optional<heap::ThreadIndex> ThreadRegistry::KnownIndex() const {
  const ThreadMemory& memory = CurrentThreadMemory();
  if (memory.session != session_ || memory.state == nullptr) return std::nullopt;
  return memory.state->index;
}

heap::ThreadIndex ThreadRegistry::IndexOf(ThreadState& state) {
  if (!state.index) {
    const heap::ThreadIndex index = recording_.AddThread(state.name);
    const std::lock_guard lock(mutex_);
    state.index = index;
  }
  return *state.index;
}

void ThreadRegistry::EnumerateExisting(jvmtiEnv* jvmti, JNIEnv* jni) {
  ForEachThread(jvmti, jni, [&](jthread thread) {
    const auto tid = bytes_.Tid(jni, thread);
    if (!tid || !IsOurThread(*tid)) return;
    StateOf(*tid, ThreadName(jvmti, jni, thread), bytes_.Allocated(jni, thread));
  });
}

void ThreadRegistry::Ended(jvmtiEnv* jvmti, JNIEnv* jni, jthread thread) {
  (void)jvmti;
  ThreadMemory& memory = CurrentThreadMemory();
  ThreadState* state = nullptr;
  const auto bytes = bytes_.Allocated(jni, thread);
  {
    const std::lock_guard lock(mutex_);
    const auto entry = by_tid_.find(CurrentTid());
    if (entry == by_tid_.end()) return;
    state = entry->second.get();
    // The tid may be reused before the last drain, so the state leaves the map now.
    ended_.push_back(std::move(entry->second));
    by_tid_.erase(entry);
  }
  RecordBytesOf(*state, bytes);
  if (state->index) recording_.EndRuns(*state->index);
  memory.state = nullptr;
  memory.session = 0;
  state->ended.store(true, std::memory_order_release);
}

std::vector<ThreadState*> ThreadRegistry::Snapshot() {
  const std::lock_guard lock(mutex_);
  std::vector<ThreadState*> states;
  states.reserve(by_tid_.size() + ended_.size());
  for (const auto& [tid, state] : by_tid_) states.push_back(state.get());
  for (const auto& state : ended_) states.push_back(state.get());
  return states;
}

void ThreadRegistry::Forget(ThreadState* state) {
  std::unique_ptr<ThreadState> forgotten;
  const std::lock_guard lock(mutex_);
  for (auto& candidate : ended_) {
    if (candidate.get() != state) continue;
    forgotten = std::move(candidate);
    candidate = std::move(ended_.back());
    ended_.pop_back();
    break;
  }
}

void ThreadRegistry::CloseAll() {
  for (ThreadState* state : Snapshot()) {
    if (state->probes != nullptr) state->probes->Close();
  }
}

void ThreadRegistry::RecordBytes(jvmtiEnv* jvmti, JNIEnv* jni) {
  ForEachThread(jvmti, jni, [&](jthread thread) {
    const auto tid = bytes_.Tid(jni, thread);
    if (!tid) return;
    ThreadState* state = nullptr;
    {
      const std::lock_guard lock(mutex_);
      const auto entry = by_tid_.find(*tid);
      if (entry != by_tid_.end()) state = entry->second.get();
    }
    if (state != nullptr) RecordBytesOf(*state, bytes_.Allocated(jni, thread));
  });
}

void ThreadRegistry::RecordBytesOf(ThreadState& state, std::optional<uint64_t> now) {
  std::optional<heap::ThreadIndex> index;
  {
    const std::lock_guard lock(mutex_);
    index = state.index;
  }
  if (!index || !now || !state.bytes_at_start || *now < *state.bytes_at_start) return;
  recording_.SetThreadAllocatedBytes(*index, *now - *state.bytes_at_start);
}

}  // namespace heaptwin::agent
