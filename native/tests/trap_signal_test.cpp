#include "perf/trap_signal.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <thread>

namespace heaptwin::perf {
namespace {

// Installing the handler cannot be undone, so everything that depends on what was there before runs
// in a child process.

std::atomic<int> foreign_calls{0};

void ForeignHandler(int) {
  foreign_calls.fetch_add(1);
  errno = EIO;
}

void InstallForeignHandler() {
  struct sigaction action = {};
  action.sa_handler = ForeignHandler;
  sigaction(SIGTRAP, &action, nullptr);
}

void Breakpoint() { __asm__ volatile("int3"); }

// Sends this thread what the kernel sends for a perf event with attr.sigtrap.
void RaisePerfTrap(uint64_t data, uint32_t flags = 0) {
  siginfo_t info = {};
  info.si_signo = SIGTRAP;
  info.si_code = 6;  // TRAP_PERF
  auto* bytes = reinterpret_cast<unsigned char*>(&info);
  std::memcpy(bytes + 24, &data, sizeof data);
  std::memcpy(bytes + 36, &flags, sizeof flags);
  syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), SIGTRAP, &info);
}

struct RecordingTarget final : TrapTarget {
  int calls = 0;
  Trap last;
  pid_t ran_on = 0;
  void HandleTrap(const Trap& trap) noexcept override {
    ++calls;
    last = trap;
    ran_on = gettid();
  }
};

TEST(TrapSignal, PassesForeignTrapsToTheHandlerThatWasThere) {
  EXPECT_EXIT(
      {
        InstallForeignHandler();
        TrapSignal::Install();
        TrapSignal::Install();
        Breakpoint();
        raise(SIGTRAP);
        std::_Exit(foreign_calls.load());
      },
      testing::ExitedWithCode(2), "");
}

TEST(TrapSignal, KeepsErrnoWhateverHandlersDo) {
  EXPECT_EXIT(
      {
        InstallForeignHandler();
        TrapSignal::Install();
        errno = ENOTTY;
        Breakpoint();
        std::_Exit(errno == ENOTTY && foreign_calls.load() == 1 ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

bool IsBlocked(int signo) {
  sigset_t blocked;
  pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
  return sigismember(&blocked, signo) == 1;
}

// What the first foreign handler to run saw: bit 0 SIGTRAP blocked, bit 1 SIGUSR1 blocked.
std::atomic<int> seen_blocked{-1};

void MaskReadingHandler(int, siginfo_t*, void*) {
  foreign_calls.fetch_add(1);
  int expected = -1;
  seen_blocked.compare_exchange_strong(expected,
                                       (IsBlocked(SIGTRAP) ? 1 : 0) | (IsBlocked(SIGUSR1) ? 2 : 0));
}

void NestingHandler(int) {
  if (foreign_calls.fetch_add(1) == 0) Breakpoint();
}

void InstallForeign(struct sigaction action, int flags, std::initializer_list<int> mask) {
  sigemptyset(&action.sa_mask);
  for (const int signo : mask) sigaddset(&action.sa_mask, signo);
  action.sa_flags = flags;
  sigaction(SIGTRAP, &action, nullptr);
}

// Exits with the mask that a handler of these flags and this mask saw, or 4 if the interrupted code
// did not get its own mask back.
void ExitWithSeenMask(int flags, std::initializer_list<int> mask) {
  struct sigaction action = {};
  action.sa_sigaction = MaskReadingHandler;
  InstallForeign(action, SA_SIGINFO | flags, mask);
  TrapSignal::Install();
  Breakpoint();
  std::_Exit(IsBlocked(SIGTRAP) || IsBlocked(SIGUSR1) ? 4 : seen_blocked.load());
}

TEST(TrapSignal, CallsTheForeignHandlerUnderItsOwnMask) {
  EXPECT_EXIT(ExitWithSeenMask(0, {}), testing::ExitedWithCode(1), "");
  EXPECT_EXIT(ExitWithSeenMask(0, {SIGUSR1}), testing::ExitedWithCode(3), "");
  EXPECT_EXIT(ExitWithSeenMask(SA_NODEFER, {}), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(ExitWithSeenMask(SA_NODEFER, {SIGUSR1}), testing::ExitedWithCode(2), "");
  EXPECT_EXIT(ExitWithSeenMask(SA_NODEFER, {SIGTRAP}), testing::ExitedWithCode(1), "");
}

TEST(TrapSignal, LetsAForeignHandlerNestOnlyIfItAskedTo) {
  const auto nest = [](int flags) {
    struct sigaction action = {};
    action.sa_handler = NestingHandler;
    InstallForeign(action, flags, {});
    TrapSignal::Install();
    Breakpoint();
    std::_Exit(foreign_calls.load());
  };
  EXPECT_EXIT(nest(SA_NODEFER), testing::ExitedWithCode(2), "");
  EXPECT_EXIT(nest(0), testing::KilledBySignal(SIGTRAP), "");
}

TEST(TrapSignal, CallsAForeignHandlerOnceIfItAskedToBeCalledOnce) {
  const auto trap = [](int times) {
    struct sigaction action = {};
    action.sa_handler = ForeignHandler;
    InstallForeign(action, static_cast<int>(SA_RESETHAND), {});
    TrapSignal::Install();
    for (int i = 0; i < times; ++i) Breakpoint();
    std::_Exit(foreign_calls.load());
  };
  EXPECT_EXIT(trap(1), testing::ExitedWithCode(1), "");
  EXPECT_EXIT(trap(2), testing::KilledBySignal(SIGTRAP), "");
}

TEST(TrapSignal, LetsAForeignTrapEndTheProcessIfNothingHandledIt) {
  EXPECT_EXIT(
      {
        TrapSignal::Install();
        Breakpoint();
        std::_Exit(0);
      },
      testing::KilledBySignal(SIGTRAP), "");
  EXPECT_EXIT(
      {
        TrapSignal::Install();
        raise(SIGTRAP);
        std::_Exit(0);
      },
      testing::KilledBySignal(SIGTRAP), "");
}

TEST(TrapSignal, IgnoresWhatWasIgnoredButNotABreakpoint) {
  EXPECT_EXIT(
      {
        signal(SIGTRAP, SIG_IGN);
        TrapSignal::Install();
        raise(SIGTRAP);
        std::_Exit(7);
      },
      testing::ExitedWithCode(7), "");
  EXPECT_EXIT(
      {
        signal(SIGTRAP, SIG_IGN);
        TrapSignal::Install();
        Breakpoint();
        std::_Exit(0);
      },
      testing::KilledBySignal(SIGTRAP), "");
}

TEST(TrapSignal, DropsItsOwnLateTraps) {
  EXPECT_EXIT(
      {
        TrapSignal::Install();
        const auto thread = TrapSignal::Reserve(gettid());
        RaisePerfTrap(TrapSignal::Encode({0, *thread, 1}));
        TrapSignal::Unregister(*thread);
        RaisePerfTrap(TrapSignal::Encode({0, *thread, 1}));
        std::_Exit(5);
      },
      testing::ExitedWithCode(5), "");
}

TEST(TrapSignal, DoesNotTakePerfTrapsOfOthers) {
  EXPECT_EXIT(
      {
        InstallForeignHandler();
        TrapSignal::Install();
        RaisePerfTrap(TrapSignal::Encode({0, 0, 1}) ^ (1ULL << 60));
        RaisePerfTrap(0);
        std::_Exit(foreign_calls.load());
      },
      testing::ExitedWithCode(2), "");
}

TEST(TrapSignal, DeliversCookieAndFlagsToTheThreadsTarget) {
  ASSERT_TRUE(TrapSignal::Install());
  EXPECT_TRUE(TrapSignal::StillInstalled());
  RecordingTarget target;
  const auto thread = TrapSignal::Reserve(gettid());
  ASSERT_TRUE(thread);
  TrapSignal::Publish(*thread, &target);
  RaisePerfTrap(TrapSignal::Encode({3, *thread, 0xabcdef}));
  EXPECT_EQ(target.calls, 1);
  EXPECT_EQ(target.last.cookie.source, 3);
  EXPECT_EQ(target.last.cookie.thread, *thread);
  EXPECT_EQ(target.last.cookie.generation, 0xabcdefu);
  EXPECT_TRUE(target.last.has_generation);
  EXPECT_FALSE(target.last.asynchronous);
  RaisePerfTrap(TrapSignal::Encode({3, *thread, 0xabcdef}), 1);
  EXPECT_TRUE(target.last.asynchronous);
  TrapSignal::Unregister(*thread);
  RaisePerfTrap(TrapSignal::Encode({3, *thread, 0xabcdef}));
  EXPECT_EQ(target.calls, 2);
}

TEST(TrapSignal, DoesNotRunATargetOnAnotherThread) {
  ASSERT_TRUE(TrapSignal::Install());
  RecordingTarget target;
  const auto thread = TrapSignal::Reserve(gettid());
  ASSERT_TRUE(thread);
  TrapSignal::Publish(*thread, &target);
  std::thread([&] { RaisePerfTrap(TrapSignal::Encode({0, *thread, 1})); }).join();
  EXPECT_EQ(target.calls, 0);
  TrapSignal::Unregister(*thread);
}

TEST(TrapSignal, VisitsKeepTheTargetAndEndWithIt) {
  RecordingTarget target;
  const auto thread = TrapSignal::Reserve(gettid());
  ASSERT_TRUE(thread);
  TrapSignal::Publish(*thread, &target);
  std::atomic<bool> gone{false};
  std::thread closer;
  {
    const TrapSignal::Visit visit(*thread, &target);
    EXPECT_TRUE(static_cast<bool>(visit));
    closer = std::thread([&] {
      TrapSignal::Unregister(*thread);
      gone.store(true);
    });
    while (static_cast<bool>(TrapSignal::Visit(*thread, &target))) std::this_thread::yield();
    EXPECT_FALSE(gone.load());
  }
  closer.join();
  EXPECT_TRUE(gone.load());
}

}  // namespace
}  // namespace heaptwin::perf
