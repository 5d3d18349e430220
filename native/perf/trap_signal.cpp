#include "perf/trap_signal.h"

#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <mutex>

namespace heaptwin::perf {
namespace {

// siginfo_t of a perf event, from the kernel's asm-generic/siginfo.h; glibc before 2.37 has no
// names for it.
constexpr int kTrapPerf = 6;            // TRAP_PERF
constexpr uint32_t kPerfFlagAsync = 1;  // TRAP_PERF_FLAG_ASYNC
struct PerfSigInfo {
  int signo;
  int error;
  int code;
  int padding;
  void* address;
  uint64_t data;
  uint32_t type;
  uint32_t flags;
};
static_assert(sizeof(PerfSigInfo) <= sizeof(siginfo_t));

struct ThreadEntry {
  std::atomic<TrapTarget*> target{nullptr};
  std::atomic<pid_t> tid{0};
  std::atomic<uint32_t> inside{0};  // handlers and visits that may be using `target`
  std::atomic<bool> taken{false};
};

// The global. Zero-initialised: pages of it exist only once they are used.
struct DispatchTable {
  ThreadEntry threads[TrapSignal::kMaxThreads];
  std::atomic<uint64_t>
      descriptors[TrapSignal::kMaxDescriptor];  // encoded cookie without generation, or 0
  struct sigaction previous;
  std::atomic<bool> previous_spent;  // it asked to be called once (SA_RESETHAND), and was
  std::atomic<bool> installed;
  std::mutex installing;  // never taken by the handler
};
constinit DispatchTable table{};

// Two copies of this library in one process must not take each other's traps: the mark comes from
// where the copy was loaded.
uint16_t Mark() noexcept {
  const uint64_t address = reinterpret_cast<uintptr_t>(&table);
  return static_cast<uint16_t>((address * 0x9e3779b97f4a7c15ULL) >> 48) | 1;
}

TrapCookie Decode(uint64_t data) noexcept {
  return {static_cast<uint8_t>(data >> 40), static_cast<uint16_t>(data >> 24),
          static_cast<uint32_t>(data) & TrapCookie::kGenerationMask};
}

// Delivers to the thread's target; without one the trap is a late one and is dropped.
void Deliver(const Trap& trap) noexcept {
  if (trap.cookie.thread >= TrapSignal::kMaxThreads) return;
  ThreadEntry& entry = table.threads[trap.cookie.thread];
  // Sequentially consistent against Unregister: either it sees this handler inside, or this handler
  // sees no target.
  entry.inside.fetch_add(1);
  TrapTarget* target = entry.target.load();
  // The slot may belong to another thread by now.
  if (target != nullptr && entry.tid.load(std::memory_order_relaxed) == gettid()) {
    target->HandleTrap(trap);
  }
  entry.inside.fetch_sub(1);
}

// Delivers the signal if an event of ours caused it, even one that is closed by now. False if it is
// not ours.
bool TakeSigtrap(const PerfSigInfo& info, const ucontext_t* context) noexcept {
  if (info.code != kTrapPerf || static_cast<uint16_t>(info.data >> 48) != Mark()) return false;
  Deliver({Decode(info.data), true, (info.flags & kPerfFlagAsync) != 0, context});
  return true;
}

// F_SETSIG delivery: si_fd names the event. For a signal whose codes have meanings of their own the
// kernel says SI_SIGIO, not POLL_IN.
bool TakeDescriptorSignal(const siginfo_t& info, const ucontext_t* context) noexcept {
  if (info.si_code != SI_SIGIO) return false;
  const int fd = info.si_fd;
  if (fd <= 0 || fd >= TrapSignal::kMaxDescriptor) return false;
  const uint64_t data = table.descriptors[fd].load(std::memory_order_acquire);
  if (data == 0) return false;
  Deliver({Decode(data), false, false, context});
  return true;
}

// Ends the process by the signal's default action, as if we were not there. The signal is blocked
// until this handler returns.
void EndByDefault(siginfo_t* info) noexcept {
  struct sigaction by_default = {};
  by_default.sa_handler = SIG_DFL;
  sigaction(SIGTRAP, &by_default, nullptr);
  if (syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), SIGTRAP, info) != 0) {
    tgkill(getpid(), gettid(), SIGTRAP);
  }
}

// Blocks what the kernel would block while `action` handles `signo`. Nothing undoes it here: the
// return from our handler restores the mask of the interrupted code.
void BlockAsFor(const struct sigaction& action, int signo) noexcept {
  pthread_sigmask(SIG_BLOCK, &action.sa_mask, nullptr);
  if ((action.sa_flags & SA_NODEFER) == 0 || sigismember(&action.sa_mask, signo) == 1) return;
  // Ours runs with the signal blocked. It may nest from here on: nothing of ours is under way.
  sigset_t own;
  sigemptyset(&own);
  sigaddset(&own, signo);
  pthread_sigmask(SIG_UNBLOCK, &own, nullptr);
}

// Calls the handler of `previous` as the kernel would have.
void CallPrevious(const struct sigaction& previous, int signo, siginfo_t* info,
                  void* context) noexcept {
  const bool once = (previous.sa_flags & static_cast<int>(SA_RESETHAND)) != 0;
  if (once && table.previous_spent.exchange(true)) return EndByDefault(info);
  BlockAsFor(previous, signo);
  if ((previous.sa_flags & SA_SIGINFO) != 0) {
    previous.sa_sigaction(signo, info, context);
  } else {
    previous.sa_handler(signo);
  }
}

void Chain(int signo, siginfo_t* info, void* context) noexcept {
  const struct sigaction& previous = table.previous;
  // The two members share their place, so this holds with SA_SIGINFO too.
  if (previous.sa_handler == SIG_IGN) {
    // The kernel does not let a process ignore its own breakpoint instructions and single steps.
    if (info->si_code > 0 && info->si_code != kTrapPerf) EndByDefault(info);
  } else if (previous.sa_handler == SIG_DFL) {
    EndByDefault(info);
  } else {
    CallPrevious(previous, signo, info, context);
  }
}

void HandleSignal(int signo, siginfo_t* info, void* context) {
  const int saved_errno = errno;
  PerfSigInfo perf_info;
  std::memcpy(&perf_info, info, sizeof perf_info);
  const auto* registers = static_cast<const ucontext_t*>(context);
  if (!TakeSigtrap(perf_info, registers) && !TakeDescriptorSignal(*info, registers)) {
    Chain(signo, info, context);
  }
  errno = saved_errno;
}

}  // namespace

bool TrapSignal::Install() {
  const std::lock_guard lock(table.installing);
  if (table.installed.load()) return true;
  // The previous handler must be in place before ours can run.
  if (sigaction(SIGTRAP, nullptr, &table.previous) != 0) return false;
  struct sigaction action = {};
  action.sa_sigaction = HandleSignal;
  sigemptyset(&action.sa_mask);
  // A handler that asked for the alternate stack keeps it when we call it.
  action.sa_flags = SA_SIGINFO | SA_RESTART | (table.previous.sa_flags & SA_ONSTACK);
  if (sigaction(SIGTRAP, &action, nullptr) != 0) return false;
  table.installed.store(true);
  return true;
}

bool TrapSignal::StillInstalled() {
  struct sigaction current = {};
  if (sigaction(SIGTRAP, nullptr, &current) != 0) return false;
  return (current.sa_flags & SA_SIGINFO) != 0 && current.sa_sigaction == HandleSignal;
}

bool TrapSignal::IsFatal() {
  struct sigaction current = {};
  if (sigaction(SIGTRAP, nullptr, &current) != 0) return false;
  return (current.sa_flags & SA_SIGINFO) == 0 && current.sa_handler == SIG_DFL;
}

std::optional<uint16_t> TrapSignal::Reserve(pid_t tid) {
  for (int i = 0; i < kMaxThreads; ++i) {
    ThreadEntry& entry = table.threads[i];
    if (entry.taken.load(std::memory_order_relaxed) || entry.taken.exchange(true)) continue;
    entry.tid.store(tid, std::memory_order_relaxed);
    return static_cast<uint16_t>(i);
  }
  return std::nullopt;
}

void TrapSignal::Publish(uint16_t thread, TrapTarget* target) {
  table.threads[thread].target.store(target);
}

void TrapSignal::Unregister(uint16_t thread) {
  ThreadEntry& entry = table.threads[thread];
  entry.target.store(nullptr);
  // A handler takes microseconds; it can only be long inside if its thread is not running.
  while (entry.inside.load() != 0) {
    const timespec pause = {0, 50'000};
    nanosleep(&pause, nullptr);
  }
  entry.taken.store(false);
}

TrapSignal::Visit::Visit(uint16_t thread, const TrapTarget* target) noexcept : thread_(thread) {
  ThreadEntry& entry = table.threads[thread];
  entry.inside.fetch_add(1);
  inside_ = entry.target.load() == target;
}

TrapSignal::Visit::~Visit() { table.threads[thread_].inside.fetch_sub(1); }

uint64_t TrapSignal::Encode(const TrapCookie& cookie) noexcept {
  return static_cast<uint64_t>(Mark()) << 48 | static_cast<uint64_t>(cookie.source) << 40 |
         static_cast<uint64_t>(cookie.thread) << 24 |
         (cookie.generation & TrapCookie::kGenerationMask);
}

bool TrapSignal::BindDescriptor(int fd, const TrapCookie& cookie) noexcept {
  if (fd <= 0 || fd >= kMaxDescriptor) return false;
  table.descriptors[fd].store(Encode(cookie), std::memory_order_release);
  return true;
}

}  // namespace heaptwin::perf
