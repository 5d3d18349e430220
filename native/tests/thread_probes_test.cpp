#include "probes/thread_probes.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <thread>
#include <vector>

#include "probes/probe_session.h"
#include "selftest/fixed_epoch.h"

namespace heaptwin::probes {
namespace {

using base::Loss;
using watch::ArmResult;
using watch::TrapRecord;

// One instruction each, so that the compiler cannot turn one access into two or none.
void Read8(const uint64_t* word) {
  uint64_t value;
  __asm__ volatile("movq (%1), %0" : "=r"(value) : "r"(word) : "memory");
}
void Write8(uint64_t* word, uint64_t value) {
  __asm__ volatile("movq %0, (%1)" : : "r"(value), "r"(word) : "memory");
}
void Read16(const uint64_t* words) {
  __asm__ volatile("movdqu (%0), %%xmm0" : : "r"(words) : "xmm0", "memory");
}

// Runs with both ways of delivery: sigtrap, and the fallback of older kernels.
class ThreadProbesTest : public testing::TestWithParam<bool> {
 protected:
  ThreadProbesTest() {
    capabilities_ = perf::ProbeCapabilities();
    capabilities_.sigtrap_safe = capabilities_.sigtrap_safe && GetParam();
  }

  ProbeOptions WatchOnly(uint32_t traps_per_second = 1'000'000) {
    ProbeOptions options;
    options.access = false;
    options.traps_per_second = traps_per_second;
    return options;
  }
  std::unique_ptr<ProbeSession> Session(const ProbeOptions& options) {
    return std::make_unique<ProbeSession>(kernel_, epochs_, losses_, options, capabilities_);
  }
  watch::Arming ArmingOf(const uint64_t* word, uint64_t object = 1) {
    return {reinterpret_cast<uintptr_t>(word), 8, object, epochs_.Current(), 9};
  }
  static std::vector<TrapRecord> Traps(ThreadProbes& probes) {
    std::vector<TrapRecord> traps;
    probes.Drain([](const perf::AccessSample&) {},
                 [&](const TrapRecord& trap) { traps.push_back(trap); });
    return traps;
  }

  perf::RealKernel kernel_;
  selftest::FixedEpoch epochs_;
  base::LossCounters losses_;
  perf::Capabilities capabilities_;
};

INSTANTIATE_TEST_SUITE_P(Delivery, ThreadProbesTest, testing::Values(true, false),
                         [](const auto& info) { return info.param ? "Sigtrap" : "Signal"; });

TEST_P(ThreadProbesTest, SeesEveryUseInTenThousandArmings) {
  const auto session = Session(WatchOnly());
  const auto probes = session->Attach(gettid());
  ASSERT_NE(probes, nullptr);
  alignas(64) uint64_t words[16] = {};
  for (uint64_t i = 0; i < 10'000; ++i) {
    uint64_t* word = &words[i * 7 % 16];
    *word = i;
    ASSERT_EQ(probes->Arm(ArmingOf(word, i)), ArmResult::kArmed);
    Read8(word);
    const auto traps = Traps(*probes);
    ASSERT_EQ(traps.size(), 1u) << i;
    ASSERT_EQ(traps[0].object, i);
    ASSERT_EQ(traps[0].address, reinterpret_cast<uintptr_t>(word));
    ASSERT_EQ(traps[0].value, i);
    ASSERT_EQ(traps[0].writes, 0);
    ASSERT_EQ(traps[0].origin, 9);
    ASSERT_EQ(traps[0].epoch, epochs_.Current());
  }
  EXPECT_EQ(losses_.Total(), 0u);
  EXPECT_EQ(session->watch_counters().armed.load(), 10'000u);
  EXPECT_EQ(session->watch_counters().traps.load(), 10'000u);
}

TEST_P(ThreadProbesTest, AWatchTrapsOnceAndIsThenFree) {
  const auto session = Session(WatchOnly());
  const auto probes = session->Attach(gettid());
  ASSERT_NE(probes, nullptr);
  uint64_t word = 5;
  ASSERT_EQ(probes->Arm(ArmingOf(&word)), ArmResult::kArmed);
  for (int i = 0; i < 10; ++i) Read8(&word);
  EXPECT_EQ(Traps(*probes).size(), 1u);
  EXPECT_EQ(session->watch_counters().traps.load(), 1u);
}

TEST_P(ThreadProbesTest, OneInstructionThatTouchesTwoWatchedWordsIsTwoUses) {
  const auto session = Session(WatchOnly());
  const auto probes = session->Attach(gettid());
  ASSERT_NE(probes, nullptr);
  alignas(16) uint64_t words[2] = {11, 22};
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(probes->Arm(ArmingOf(&words[0], 100)), ArmResult::kArmed);
    ASSERT_EQ(probes->Arm(ArmingOf(&words[1], 200)), ArmResult::kArmed);
    Read16(words);
    const auto traps = Traps(*probes);
    ASSERT_EQ(traps.size(), 2u);
    EXPECT_EQ(traps[0].object + traps[1].object, 300u);
    EXPECT_EQ(traps[0].value + traps[1].value, 33u);
  }
  EXPECT_EQ(losses_.Total(), 0u);
}

TEST_P(ThreadProbesTest, WritesBeforeAUseAreCountedAndTheUseCarriesTheLastValue) {
  const auto session = Session(WatchOnly());
  const auto probes = session->Attach(gettid());
  ASSERT_NE(probes, nullptr);
  uint64_t word = 0;
  ASSERT_EQ(probes->Arm(ArmingOf(&word)), ArmResult::kArmed);
  Write8(&word, 41);
  Write8(&word, 42);
  EXPECT_TRUE(Traps(*probes).empty());
  Read8(&word);
  const auto traps = Traps(*probes);
  ASSERT_EQ(traps.size(), 1u);
  EXPECT_EQ(traps[0].value, 42u);
  EXPECT_EQ(traps[0].writes, 2);
  EXPECT_EQ(losses_.Total(), 0u);
}

TEST_P(ThreadProbesTest, GivesUpAWordThatIsOnlyWritten) {
  const auto session = Session(WatchOnly());
  const auto probes = session->Attach(gettid());
  ASSERT_NE(probes, nullptr);
  uint64_t word = 0;
  ASSERT_EQ(probes->Arm(ArmingOf(&word)), ArmResult::kArmed);
  for (uint64_t i = 1; i <= 10; ++i) Write8(&word, i);
  Read8(&word);
  EXPECT_TRUE(Traps(*probes).empty());
  EXPECT_EQ(session->watch_counters().traps.load(), 4u);
  EXPECT_EQ(losses_.Get(Loss::kTrapsAllWrites), 1u);
}

TEST_P(ThreadProbesTest, TheWatchedLengthDecides) {
  const auto session = Session(WatchOnly());
  const auto probes = session->Attach(gettid());
  ASSERT_NE(probes, nullptr);
  uint64_t word = 0x1122334455667788;
  auto* bytes = reinterpret_cast<uint8_t*>(&word);
  ASSERT_EQ(probes->Arm({reinterpret_cast<uintptr_t>(bytes + 2), 2, 1, 1, 0}), ArmResult::kArmed);
  uint64_t value;
  __asm__ volatile("movzbl 1(%1), %k0" : "=r"(value) : "r"(bytes) : "memory");
  EXPECT_TRUE(Traps(*probes).empty());
  __asm__ volatile("movzbl 3(%1), %k0" : "=r"(value) : "r"(bytes) : "memory");
  const auto traps = Traps(*probes);
  ASSERT_EQ(traps.size(), 1u);
  EXPECT_EQ(traps[0].value, 0x5566u);
  EXPECT_EQ(traps[0].length, 2);
}

TEST_P(ThreadProbesTest, ATrapOfAnEarlierEpochIsDropped) {
  const auto session = Session(WatchOnly());
  const auto probes = session->Attach(gettid());
  ASSERT_NE(probes, nullptr);
  uint64_t word = 1;
  ASSERT_EQ(probes->Arm(ArmingOf(&word)), ArmResult::kArmed);
  epochs_.Set(2);
  Read8(&word);
  EXPECT_TRUE(Traps(*probes).empty());
  EXPECT_EQ(losses_.Get(Loss::kStaleEpoch), 1u);
  EXPECT_EQ(probes->Arm({reinterpret_cast<uintptr_t>(&word), 8, 1, 1, 0}), ArmResult::kStale);
  epochs_.Set(0);
  EXPECT_EQ(probes->Arm(ArmingOf(&word)), ArmResult::kStale);
}

TEST_P(ThreadProbesTest, SlotsOfAnEarlierEpochAreFree) {
  const auto session = Session(WatchOnly());
  const auto probes = session->Attach(gettid());
  ASSERT_NE(probes, nullptr);
  uint64_t words[8] = {};
  for (int i = 0; i < 4; ++i) ASSERT_EQ(probes->Arm(ArmingOf(&words[i])), ArmResult::kArmed);
  epochs_.Set(2);
  for (int i = 4; i < 8; ++i) ASSERT_EQ(probes->Arm(ArmingOf(&words[i])), ArmResult::kArmed);
  EXPECT_EQ(losses_.Get(Loss::kStaleEpoch), 4u);
  EXPECT_EQ(losses_.Get(Loss::kSlotReplaced), 0u);
  for (const uint64_t& word : words) Read8(&word);
  EXPECT_EQ(Traps(*probes).size(), 4u);
}

TEST_P(ThreadProbesTest, EveryOfferBeyondFourReplacesOrIsCounted) {
  const auto session = Session(WatchOnly());
  const auto probes = session->Attach(gettid());
  ASSERT_NE(probes, nullptr);
  std::vector<uint64_t> words(300);
  uint64_t armed = 0;
  for (auto& word : words) armed += probes->Arm(ArmingOf(&word)) == ArmResult::kArmed ? 1 : 0;
  EXPECT_EQ(losses_.Get(Loss::kSlotReplaced), armed - 4);
  EXPECT_EQ(losses_.Get(Loss::kNoSlot), words.size() - armed);
  for (const auto& word : words) Read8(&word);
  EXPECT_EQ(Traps(*probes).size(), 4u);
}

TEST_P(ThreadProbesTest, UnreadableWordsAreRefused) {
  const auto session = Session(WatchOnly());
  const auto probes = session->Attach(gettid());
  ASSERT_NE(probes, nullptr);
  EXPECT_EQ(probes->Arm({64, 8, 1, 1, 0}), ArmResult::kUnreadable);
  EXPECT_EQ(losses_.Get(Loss::kValueUnreadable), 1u);
}

TEST_P(ThreadProbesTest, TheTrapBudgetRefusesNewArmingsAndLetsOldOnesFinish) {
  const auto session = Session(WatchOnly(10));
  const auto probes = session->Attach(gettid());
  ASSERT_NE(probes, nullptr);
  uint64_t word = 3;
  uint64_t other = 4;
  watch::Arming of_word = ArmingOf(&word);
  watch::Arming of_other = ArmingOf(&other);
  int uses = 0;
  while (uses < 100) {
    if (probes->Arm(of_word) != ArmResult::kArmed) break;
    if (uses == 9) {
      ASSERT_EQ(probes->Arm(of_other), ArmResult::kArmed);
    }
    Read8(&word);
    uses += static_cast<int>(Traps(*probes).size());
  }
  // Ten tokens; one more may have been earned meanwhile.
  EXPECT_GE(uses, 10);
  EXPECT_LE(uses, 12);
  EXPECT_EQ(probes->Arm(of_word), ArmResult::kOverBudget);
  // A write first: the arming that waits longer must not be the one that is given up.
  Write8(&other, 5);
  Read8(&other);
  EXPECT_EQ(Traps(*probes).size(), 1u);
  EXPECT_GE(losses_.Get(Loss::kArmingBudget), 2u);
}

TEST_P(ThreadProbesTest, AFullRingLosesTheNewestAndCountsThem) {
  const auto session = Session(WatchOnly());
  const auto probes = session->Attach(gettid());
  ASSERT_NE(probes, nullptr);
  uint64_t word = 1;
  for (uint64_t i = 0; i < 100; ++i) {
    ASSERT_EQ(probes->Arm(ArmingOf(&word, i)), ArmResult::kArmed);
    Read8(&word);
  }
  const auto traps = Traps(*probes);
  EXPECT_EQ(traps.front().object, 0u);
  EXPECT_EQ(traps.size() + losses_.Get(Loss::kRingFull), 100u);
  EXPECT_GT(losses_.Get(Loss::kRingFull), 0u);
}

TEST_P(ThreadProbesTest, AHitWhileTheSignalIsBlockedIsALossWhereTheKernelTells) {
  const auto session = Session(WatchOnly());
  const auto probes = session->Attach(gettid());
  ASSERT_NE(probes, nullptr);
  uint64_t word = 1;
  ASSERT_EQ(probes->Arm(ArmingOf(&word)), ArmResult::kArmed);
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTRAP);
  pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  Read8(&word);
  pthread_sigmask(SIG_UNBLOCK, &blocked, nullptr);
  const bool told = session->delivery() == perf::Delivery::kSigtrap;
  EXPECT_EQ(Traps(*probes).size(), told ? 0u : 1u);
  EXPECT_EQ(losses_.Get(Loss::kAsynchronousTrap), told ? 1u : 0u);
  // And the slot works again.
  ASSERT_EQ(probes->Arm(ArmingOf(&word)), ArmResult::kArmed);
  Read8(&word);
  EXPECT_EQ(Traps(*probes).size(), 1u);
}

TEST_P(ThreadProbesTest, OtherThreadsAccessesAreNotTaken) {
  const auto session = Session(WatchOnly());
  const auto probes = session->Attach(gettid());
  ASSERT_NE(probes, nullptr);
  uint64_t word = 1;
  ASSERT_EQ(probes->Arm(ArmingOf(&word)), ArmResult::kArmed);
  std::thread([&] { Read8(&word); }).join();
  EXPECT_TRUE(Traps(*probes).empty());
}

TEST_P(ThreadProbesTest, AClosedThreadIsSilentAndRefusesToArm) {
  const auto session = Session(WatchOnly());
  const auto probes = session->Attach(gettid());
  ASSERT_NE(probes, nullptr);
  uint64_t word = 1;
  ASSERT_EQ(probes->Arm(ArmingOf(&word)), ArmResult::kArmed);
  probes->Close();
  probes->Close();
  Read8(&word);
  EXPECT_TRUE(Traps(*probes).empty());
  EXPECT_EQ(probes->Arm(ArmingOf(&word)), ArmResult::kClosed);
}

// Threads arm and hit without pause while another thread drains, closes and reopens their probes.
TEST_P(ThreadProbesTest, ClosesWhileTheThreadKeepsHitting) {
  static constexpr int kWorkers = 3;
  static constexpr int kRounds = 30;
  ProbeOptions options = WatchOnly();
  options.access = true;
  options.access_period_nanos = 100'000;
  const auto session = Session(options);
  struct Worker {
    std::atomic<ThreadProbes*> probes{nullptr};
    std::atomic<bool> busy{false};
    std::atomic<pid_t> tid{0};
    std::thread thread;
  };
  std::atomic<bool> stop{false};
  std::vector<Worker> workers(kWorkers);
  for (auto& worker : workers) {
    worker.thread = std::thread([&] {
      worker.tid = gettid();
      uint64_t words[8] = {};
      for (uint64_t i = 0; !stop; ++i) {
        uint64_t& word = words[i % 8];
        // The owner keeps the object alive while a call may be inside; Close may happen at any
        // point of it.
        worker.busy = true;
        if (ThreadProbes* probes = worker.probes) probes->Arm(ArmingOf(&word, i));
        worker.busy = false;
        Read8(&word);
        Write8(&word, i);
      }
    });
  }
  uint64_t traps = 0;
  for (int round = 0; round < kRounds; ++round) {
    for (auto& worker : workers) {
      while (worker.tid == 0) std::this_thread::yield();
      auto probes = session->Attach(worker.tid);
      ASSERT_NE(probes, nullptr);
      worker.probes = probes.get();
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
      probes->Close();
      traps += Traps(*probes).size();
      worker.probes = nullptr;
      while (worker.busy) std::this_thread::yield();
    }
  }
  stop = true;
  for (auto& worker : workers) worker.thread.join();
  EXPECT_GT(traps, 0u);
}

}  // namespace
}  // namespace heaptwin::probes
