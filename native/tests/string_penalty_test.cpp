#include "watch/string_penalty.h"

#include <gtest/gtest.h>

#include "perf/kernel.h"
#include "watch/string_speed.h"

namespace heaptwin::watch {
namespace {

constexpr uint64_t kSecond = 1'000'000'000;

TEST(StringPenaltyTest, PageFaultsCountWhileArmed) {
  StringBudget budget({25, 1000}, 0);
  StringPenalty penalty(budget);
  EXPECT_FALSE(penalty.IsTooDear({kSecond, 500}, 0));
  penalty.Armed({kSecond, 1000});
  EXPECT_FALSE(penalty.IsTooDear({kSecond, 1100}, 0));
  EXPECT_DOUBLE_EQ(penalty.nanos(), 100 * 1000.0);
  penalty.Disarmed({kSecond, 1200});
  EXPECT_DOUBLE_EQ(penalty.nanos(), 200 * 1000.0);
  EXPECT_EQ(budget.SpentNanos(), 200'000u);
  penalty.Armed({kSecond, 9'000'000});
  EXPECT_FALSE(penalty.IsTooDear({kSecond, 9'000'000}, 0));
  EXPECT_TRUE(penalty.IsTooDear({kSecond, 9'010'000}, 0));
}

TEST(StringPenaltyTest, OnlyTheSlowedPartOfASampleCounts) {
  StringBudget budget({4, 0}, 0);
  StringPenalty penalty(budget);
  penalty.Sampled(8'000'000);
  EXPECT_EQ(penalty.nanos(), 0) << "nothing was armed";
  penalty.Armed({});
  penalty.Sampled(8'000'000);
  EXPECT_DOUBLE_EQ(penalty.nanos(), 6'000'000);
  EXPECT_EQ(budget.SpentNanos(), 6'000'000u);
}

TEST(StringPenaltyTest, ProcessorTimePaysForIt) {
  StringBudget budget({2, 0}, 0);
  StringPenalty penalty(budget);
  const uint64_t start = 50 * kSecond;  // of a thread that ran before
  EXPECT_FALSE(penalty.IsTooDear({start, 0}, 0));
  penalty.Armed({start, 0});
  penalty.Sampled(2 * (StringBudget::kAdvanceNanos + StringBudget::kShare * 3e9));
  const uint64_t late = 100 * kSecond;
  EXPECT_TRUE(penalty.IsTooDear({start + 2 * kSecond, 0}, late));
  EXPECT_FALSE(penalty.IsTooDear({start + 4 * kSecond, 0}, late));
}

TEST(StringPenaltyTest, ManyThreadsHaveOneBudget) {
  StringBudget budget({2, 0}, 0);
  StringPenalty harmless(budget);
  for (int thread = 0; thread < 10; ++thread) {
    StringPenalty penalty(budget);
    EXPECT_FALSE(penalty.IsTooDear({}, 0));
    penalty.Armed({});
    penalty.Sampled(2 * 5e6);
    // Each is within its own advance; from the third on all together are not.
    EXPECT_EQ(penalty.IsTooDear({}, 0), thread >= 2) << "thread " << thread;
    EXPECT_FALSE(penalty.IsTooDear({}, 100 * kSecond)) << "time pays for them, too";
  }
  EXPECT_TRUE(budget.IsUsedUp(0));
  EXPECT_FALSE(harmless.IsTooDear({}, 0)) << "who has no part in it is not held back";
}

TEST(StringPenaltyTest, AProcessorThatIsNotSlowedMayArmAsItLikes) {
  StringBudget budget({}, 0);
  StringPenalty penalty(budget);
  penalty.Armed({});
  for (int i = 0; i < 1000; ++i) penalty.Sampled(10'000'000);
  EXPECT_FALSE(penalty.IsTooDear({0, 1'000'000'000}, 0));
}

// What the processor does is not known here; that both readings come from one rule is.
TEST(StringSpeedTest, IsMeasured) {
  perf::RealKernel kernel;
  const StringSpeed speed = MeasureStringSpeed(kernel);
  EXPECT_GE(speed.slowdown, 1);
  EXPECT_GE(speed.page_nanos, 0);
  EXPECT_EQ(speed.slowdown > 1, speed.page_nanos > 0);
}

}  // namespace
}  // namespace heaptwin::watch
