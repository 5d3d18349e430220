#include "owner_watch.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heaptwin::agent {
namespace {

// A process that does nothing until it is told to end.
class Owner {
 public:
  Owner() : pid_(fork()) {
    while (pid_ == 0) pause();
  }
  ~Owner() { End(); }
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  pid_t pid() const { return pid_; }
  // Ended, but nobody has asked how: a zombie.
  void Kill() const {
    kill(pid_, SIGKILL);
    siginfo_t info{};
    waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT);
  }
  void End() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }

 private:
  pid_t pid_;
};

// While it lives, this process can open nothing.
class NoDescriptors {
 public:
  NoDescriptors() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit none{0, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }
  NoDescriptors(const NoDescriptors&) = delete;
  NoDescriptors& operator=(const NoDescriptors&) = delete;

 private:
  rlimit before_{};
};

TEST(OwnerWatchTest, TellsTheEndOfTheOwner) {
  Owner owner;
  const OwnerWatch watch(owner.pid());
  EXPECT_FALSE(watch.Gone());
  owner.Kill();
  EXPECT_TRUE(watch.Gone()) << "a zombie";
  owner.End();
  EXPECT_TRUE(watch.Gone());
}

TEST(OwnerWatchTest, AnOwnerThatCannotBeLookedAtIsNotGone) {
  const Owner owner;
  const OwnerWatch watch(owner.pid());
  const NoDescriptors none;
  EXPECT_FALSE(watch.Gone());
}

TEST(OwnerWatchTest, NobodyAndTheUnseenNeverGo) {
  EXPECT_FALSE(OwnerWatch(std::nullopt).Gone());
  Owner owner;
  const pid_t unseen = owner.pid();
  owner.End();
  EXPECT_FALSE(OwnerWatch(unseen).Gone());
}

}  // namespace
}  // namespace heaptwin::agent
