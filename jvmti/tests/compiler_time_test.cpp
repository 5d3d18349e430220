#include "compiler_time.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <ctime>
#include <thread>

namespace heaptwin::agent {
namespace {

constexpr int64_t kMillis = 1'000'000;

int64_t OwnProcessorNanos() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

// A thread of that name that has used 200 ms of a processor, and lives until it is told to end.
class BusyThread {
 public:
  explicit BusyThread(const char* name)
      : thread_([this, name] {
          pthread_setname_np(pthread_self(), name);
          named_ = true;
          while (!go_) std::this_thread::yield();
          const int64_t end = OwnProcessorNanos() + 200 * kMillis;
          while (OwnProcessorNanos() < end) {
          }
          done_ = true;
          while (!end_) std::this_thread::yield();
        }) {
    while (!named_) std::this_thread::yield();
  }
  ~BusyThread() {
    end_ = true;
    thread_.join();
  }
  void Work() {
    go_ = true;
    while (!done_) std::this_thread::yield();
  }

 private:
  std::atomic<bool> named_{false};
  std::atomic<bool> go_{false};
  std::atomic<bool> done_{false};
  std::atomic<bool> end_{false};
  std::thread thread_;
};

TEST(CompilerTimeTest, CountsTheCompilers) {
  CompilerTime time;
  BusyThread compiler("C2 CompilerThre");
  EXPECT_EQ(time.Read(), 0u) << "what was before the first reading is not known";
  compiler.Work();
  const uint64_t compiled = time.Read();
  EXPECT_GE(compiled, 150u * kMillis) << "the kernel counts by ticks of 10 ms";
}

TEST(CompilerTimeTest, OtherThreadsDoNotCount) {
  CompilerTime time;
  BusyThread other("application");
  time.Read();
  other.Work();
  EXPECT_EQ(time.Read(), 0u);
}

TEST(CompilerTimeTest, AThreadThatCameLaterCountsFromItsStart) {
  CompilerTime time;
  time.Read();
  BusyThread compiler("C1 CompilerThre");
  compiler.Work();
  EXPECT_GE(time.Read(), 150u * kMillis);
}

TEST(CompilerTimeTest, WhatAnEndedThreadUsedStaysCounted) {
  CompilerTime time;
  time.Read();
  uint64_t before = 0;
  {
    BusyThread compiler("C2 CompilerThre");
    compiler.Work();
    before = time.Read();
  }
  EXPECT_EQ(time.Read(), before);
}

}  // namespace
}  // namespace heaptwin::agent
