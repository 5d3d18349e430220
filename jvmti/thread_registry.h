#pragma once

#include <jni.h>
#include <jvmti.h>
#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/random.h"
#include "evidence/recording.h"
#include "heap/ids.h"
#include "probes/probe_session.h"
#include "probes/thread_probes.h"
#include "sampled_lately.h"
#include "thread_bytes.h"

namespace heaptwin::agent {

// A Java thread during one recording.
struct ThreadState {
  pid_t tid = 0;
  std::string name;
  std::optional<heap::ThreadIndex> index;  // from its first sample on; own thread only
  std::unique_ptr<probes::ThreadProbes>
      probes;                              // set before the state is found; null: off or refused
  std::optional<uint64_t> bytes_at_start;  // the VM's count of its allocated bytes
  bool in_burst = false;                   // own thread only
  base::Random random{0};                  // own thread only
  std::atomic<bool> ended{false};
};

// What a thread remembers about itself. Read and written by the thread alone, never in signal
// handlers.
struct ThreadMemory {
  uint64_t session = 0;  // recording that `state` belongs to; 0: none
  ThreadState* state = nullptr;
  uint64_t interval_drawn =
      0;  // bytes, valid if `interval_known`; outlives recordings as the VM's own gap does
  bool interval_known = false;
  bool inside = false;  // in a callback of ours: allocations made now are our own
  bool ours = false;    // heaptwin's own thread: nothing it does is the application's
  SampledLately sampled;
};
ThreadMemory& CurrentThreadMemory();

// The threads of one recording. Existing threads get their probes from outside, new ones when they
// start, threads that were overlooked at their first sample.
//
// Thread-safe; the mutex is not held across JNI or JVMTI calls.
class ThreadRegistry {
 public:
  // `probes` null: no access samples and no watchpoints.
  ThreadRegistry(uint64_t session, evidence::Recording& recording, probes::ProbeSession* probes,
                 const ThreadBytes& bytes);

  // The calling thread's state, made on first sight. `born_now`: called at the thread's start.
  ThreadState& Current(jvmtiEnv* jvmti, JNIEnv* jni, jthread thread, bool born_now);
  // The calling thread's index, if it has one already. No JNI, no lock.
  std::optional<heap::ThreadIndex> KnownIndex() const;
  // Its index in the recording, assigned on first use.
  heap::ThreadIndex IndexOf(ThreadState& state);
  // Gives probes to the threads that exist. After thread start events are on, so that none slips
  // through.
  void EnumerateExisting(jvmtiEnv* jvmti, JNIEnv* jni);
  // At the calling thread's end.
  void Ended(jvmtiEnv* jvmti, JNIEnv* jni, jthread thread);

  // Drain thread. Calls visit(ThreadProbes&) for every thread that has probes, and forgets the
  // ended ones afterwards.
  template <typename Visit>
  void DrainAll(Visit&& visit) {
    for (ThreadState* state : Snapshot()) {
      const bool ended = state->ended.load(std::memory_order_acquire);
      if (state->probes != nullptr) {
        if (ended) state->probes->Close();
        visit(*state->probes);
      }
      if (ended) Forget(state);
    }
  }
  // Drain thread, at the end of the recording: no probe fires afterwards.
  void CloseAll();
  // Records the bytes that each living thread allocated.
  void RecordBytes(jvmtiEnv* jvmti, JNIEnv* jni);

 private:
  std::vector<ThreadState*> Snapshot();
  ThreadState& StateOf(pid_t tid, const std::string& name, std::optional<uint64_t> bytes);
  void Forget(ThreadState* state);
  void RecordBytesOf(ThreadState& state, std::optional<uint64_t> now);

  const uint64_t session_;
  evidence::Recording& recording_;
  probes::ProbeSession* const probes_;
  const ThreadBytes& bytes_;
  std::mutex mutex_;
  std::unordered_map<pid_t, std::unique_ptr<ThreadState>> by_tid_;
  std::vector<std::unique_ptr<ThreadState>> ended_;  // waiting for their last drain
};

}  // namespace heaptwin::agent
