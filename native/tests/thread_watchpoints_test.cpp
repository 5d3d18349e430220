// The trap logic on a fake kernel: which traps are believed. What the hardware does is in
// thread_probes_test.cpp.

#include "watch/thread_watchpoints.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/clock.h"
#include "fake_kernel.h"
#include "selftest/fixed_epoch.h"

namespace heaptwin::watch {
namespace {

using base::Loss;

constexpr uint16_t kThread = 12;
constexpr uint64_t kIp = 0x401234;

class ThreadWatchpointsTest : public testing::Test {
 protected:
  ThreadWatchpointsTest() { context_.uc_mcontext.gregs[REG_RIP] = kIp; }

  ArmResult Arm(uint64_t* word) {
    return watchpoints_.Arm({reinterpret_cast<uintptr_t>(word), 8, 77, epochs_.Current(), 2});
  }
  perf::FakeKernel::FakeEvent& EventOn(const uint64_t* word) {
    for (auto& [fd, event] : kernel_.events()) {
      if (event.attr.bp_addr == reinterpret_cast<uintptr_t>(word)) return event;
    }
    ADD_FAILURE() << "not armed";
    return kernel_.events().begin()->second;
  }
  bool IsWatched(const uint64_t* word) {
    for (auto& [fd, event] : kernel_.events()) {
      if (event.attr.bp_addr == reinterpret_cast<uintptr_t>(word) && !event.attr.disabled)
        return true;
    }
    return false;
  }
  // The trap that the kernel would send for `event` in its present arming.
  perf::Trap TrapOf(const perf::FakeKernel::FakeEvent& event) {
    const uint64_t data = event.attr.sig_data;
    return {{static_cast<uint8_t>(data >> 40), static_cast<uint16_t>(data >> 24),
             static_cast<uint32_t>(data & 0xffffff)},
            true,
            false,
            &context_};
  }
  std::vector<TrapRecord> Records() {
    std::vector<TrapRecord> records;
    TrapRecord record;
    while (ring_.Pop(&record)) records.push_back(record);
    return records;
  }

  perf::FakeKernel kernel_;
  selftest::FixedEpoch epochs_;
  base::LossCounters losses_;
  TrapBudget budget_{1'000'000};
  WatchCounters counters_;
  StringBudget no_penalty_{{}, 0};
  TrapRing ring_;
  ucontext_t context_{};
  ThreadWatchpoints watchpoints_{
      {kernel_, epochs_, losses_, budget_, counters_, perf::Delivery::kSigtrap, no_penalty_},
      gettid(),
      kThread,
      1};
  uint64_t word_ = 5;
  uint64_t other_ = 6;
};

TEST_F(ThreadWatchpointsTest, ATrapOfTheCurrentArmingIsAUse) {
  ASSERT_EQ(Arm(&word_), ArmResult::kArmed);
  auto& event = EventOn(&word_);
  const perf::Trap trap = TrapOf(event);
  EXPECT_EQ(trap.cookie.thread, kThread);
  ++event.count;
  watchpoints_.HandleTrap(trap, &ring_);
  const auto records = Records();
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].object, 77u);
  EXPECT_EQ(records[0].value, 5u);
  EXPECT_EQ(records[0].ip, kIp);
  EXPECT_EQ(records[0].origin, 2);
  EXPECT_FALSE(IsWatched(&word_));
}

TEST_F(ThreadWatchpointsTest, WhatIsStillArmedAtTheEndIsALoss) {
  ASSERT_EQ(Arm(&word_), ArmResult::kArmed);
  ASSERT_EQ(Arm(&other_), ArmResult::kArmed);
  watchpoints_.Close();
  EXPECT_EQ(losses_.Get(Loss::kArmedAtEnd), 2u);
  watchpoints_.Close();
  EXPECT_EQ(losses_.Get(Loss::kArmedAtEnd), 2u) << "closing again loses nothing more";
}

TEST_F(ThreadWatchpointsTest, ATrapOfAnEarlierArmingIsDroppedAndTheWatchStays) {
  ASSERT_EQ(Arm(&word_), ArmResult::kArmed);
  perf::Trap trap = TrapOf(EventOn(&word_));
  trap.cookie.generation = (trap.cookie.generation - 1) & perf::TrapCookie::kGenerationMask;
  watchpoints_.HandleTrap(trap, &ring_);
  EXPECT_TRUE(Records().empty());
  EXPECT_TRUE(IsWatched(&word_));
  EXPECT_EQ(losses_.Total(), 0u);
}

TEST_F(ThreadWatchpointsTest, AHitWhoseOwnTrapIsSwallowedByAnEarlierOneIsALoss) {
  ASSERT_EQ(Arm(&word_), ArmResult::kArmed);
  auto& event = EventOn(&word_);
  perf::Trap trap = TrapOf(event);
  trap.cookie.generation = (trap.cookie.generation - 1) & perf::TrapCookie::kGenerationMask;
  ++event.count;
  watchpoints_.HandleTrap(trap, &ring_);
  EXPECT_TRUE(Records().empty());
  EXPECT_FALSE(IsWatched(&word_));
  EXPECT_EQ(losses_.Get(Loss::kAsynchronousTrap), 1u);
}

TEST_F(ThreadWatchpointsTest, AnAsynchronousTrapSpoilsWhatWasHitAndNothingElse) {
  ASSERT_EQ(Arm(&word_), ArmResult::kArmed);
  ASSERT_EQ(Arm(&other_), ArmResult::kArmed);
  auto& event = EventOn(&word_);
  perf::Trap trap = TrapOf(event);
  trap.asynchronous = true;
  ++event.count;
  watchpoints_.HandleTrap(trap, &ring_);
  EXPECT_TRUE(Records().empty());
  EXPECT_FALSE(IsWatched(&word_));
  EXPECT_TRUE(IsWatched(&other_));
  EXPECT_EQ(losses_.Get(Loss::kAsynchronousTrap), 1u);
}

TEST_F(ThreadWatchpointsTest, TheSecondTrapOfOneInstructionAddsNothing) {
  ASSERT_EQ(Arm(&word_), ArmResult::kArmed);
  ASSERT_EQ(Arm(&other_), ArmResult::kArmed);
  auto& first = EventOn(&word_);
  auto& second = EventOn(&other_);
  const perf::Trap first_trap = TrapOf(first);
  const perf::Trap second_trap = TrapOf(second);
  ++first.count;
  ++second.count;
  watchpoints_.HandleTrap(first_trap, &ring_);
  EXPECT_EQ(Records().size(), 2u);
  watchpoints_.HandleTrap(second_trap, &ring_);
  EXPECT_TRUE(Records().empty());
  EXPECT_EQ(losses_.Total(), 0u);
}

TEST_F(ThreadWatchpointsTest, AHitNobodyWasToldAboutIsNotTakenForTheNextArmings) {
  uint64_t words[64] = {};
  // Every slot has been hit silently before it is armed again.
  for (auto& word : words) {
    Arm(&word);
    for (auto& [fd, event] : kernel_.events()) ++event.count;
  }
  epochs_.Set(2);
  ASSERT_EQ(Arm(&word_), ArmResult::kArmed);
  watchpoints_.HandleTrap(TrapOf(EventOn(&word_)), &ring_);
  EXPECT_TRUE(Records().empty());
  EXPECT_TRUE(IsWatched(&word_));
}

TEST_F(ThreadWatchpointsTest, EveryArmingHasItsOwnGeneration) {
  ASSERT_EQ(Arm(&word_), ArmResult::kArmed);
  const uint32_t first = TrapOf(EventOn(&word_)).cookie.generation;
  word_ = 6;
  auto& event = EventOn(&word_);
  ++event.count;
  watchpoints_.HandleTrap(TrapOf(event), &ring_);  // a write: armed again
  ASSERT_TRUE(IsWatched(&word_));
  EXPECT_NE(TrapOf(EventOn(&word_)).cookie.generation, first);
}

TEST_F(ThreadWatchpointsTest, CloseGivesEverythingBack) {
  ASSERT_EQ(Arm(&word_), ArmResult::kArmed);
  EXPECT_EQ(kernel_.events().size(), 4u);
  watchpoints_.Close();
  EXPECT_TRUE(kernel_.events().empty());
}

TEST_F(ThreadWatchpointsTest, AnArmingLeavesItsReserveToOthers) {
  TrapBudget scarce(100);
  // Half a second's worth is gone, and refills no faster than the test runs.
  for (int i = 0; i < 50; ++i) scarce.Charge(static_cast<uint64_t>(base::CoarseNowNanos()));
  ThreadWatchpoints watchpoints(
      {kernel_, epochs_, losses_, scarce, counters_, perf::Delivery::kSigtrap, no_penalty_},
      gettid(), kThread, 1);
  Arming arming{reinterpret_cast<uintptr_t>(&word_), 8, 77, epochs_.Current(), 2};
  arming.reserve = 0.99;
  EXPECT_EQ(watchpoints.Arm(arming), ArmResult::kOverBudget);
  EXPECT_EQ(losses_.Get(Loss::kArmingBudget), 1u);
  arming.reserve = 0;
  EXPECT_EQ(watchpoints.Arm(arming), ArmResult::kArmed);
}

class DearStringsTest : public ThreadWatchpointsTest {
 protected:
  DearStringsTest()
      : dear_({kernel_, epochs_, losses_, budget_, counters_, perf::Delivery::kSigtrap, strings_},
              gettid(), kThread, 1) {}

  StringBudget strings_{{20, 0}, static_cast<uint64_t>(base::CoarseNowNanos())};
  ThreadWatchpoints dear_;
};

TEST_F(DearStringsTest, SamplesOfCopiesEndWhatIsArmedAndHoldBackWhatComes) {
  const Arming arming{reinterpret_cast<uintptr_t>(&word_), 8, 77, epochs_.Current(), 2};
  ASSERT_EQ(dear_.Arm(arming), ArmResult::kArmed);
  dear_.HandleSample(/*in_string=*/false, 1'000'000'000);
  EXPECT_TRUE(IsWatched(&word_));
  dear_.HandleSample(/*in_string=*/true, 25'000'000);
  EXPECT_TRUE(IsWatched(&word_)) << "within the advance";
  dear_.HandleSample(/*in_string=*/true, 50'000'000);
  EXPECT_FALSE(IsWatched(&word_));
  EXPECT_EQ(losses_.Get(Loss::kStringBudget), 1u);
  EXPECT_EQ(dear_.Arm(arming), ArmResult::kOverBudget);
  EXPECT_EQ(losses_.Get(Loss::kStringBudget), 2u);
  EXPECT_NEAR(static_cast<double>(strings_.SpentNanos()), 75e6 * 0.95, 10);
}

TEST_F(DearStringsTest, SamplesWithNothingArmedCostNothing) {
  for (int i = 0; i < 100; ++i) dear_.HandleSample(/*in_string=*/true, 50'000'000);
  EXPECT_EQ(Arm(&word_), ArmResult::kArmed);
  EXPECT_EQ(strings_.SpentNanos(), 0u);
}

}  // namespace
}  // namespace heaptwin::watch
