#include "watch/string_penalty.h"

#include <gtest/gtest.h>

#include "perf/kernel.h"
#include "watch/string_speed.h"

namespace heaptwin::watch {
namespace {

constexpr uint64_t kSecond = 1'000'000'000;

TEST(StringPenaltyTest, PageFaultsCountWhileArmed) {
  StringPenalty penalty({25, 1000});
  EXPECT_FALSE(penalty.IsTooDear({kSecond, 500}));
  penalty.Armed({kSecond, 1000});
  EXPECT_FALSE(penalty.IsTooDear({kSecond, 1100}));
  EXPECT_DOUBLE_EQ(penalty.nanos(), 100 * 1000.0);
  penalty.Disarmed({kSecond, 1200});
  EXPECT_DOUBLE_EQ(penalty.nanos(), 200 * 1000.0);
  penalty.Armed({kSecond, 9'000'000});
  EXPECT_FALSE(penalty.IsTooDear({kSecond, 9'000'000}));
  EXPECT_TRUE(penalty.IsTooDear({kSecond, 9'010'000}));
}

TEST(StringPenaltyTest, OnlyTheSlowedPartOfASampleCounts) {
  StringPenalty penalty({4, 0});
  penalty.Sampled(8'000'000);
  EXPECT_EQ(penalty.nanos(), 0) << "nothing was armed";
  penalty.Armed({});
  penalty.Sampled(8'000'000);
  EXPECT_DOUBLE_EQ(penalty.nanos(), 6'000'000);
}

TEST(StringPenaltyTest, ProcessorTimePaysForIt) {
  StringPenalty penalty({2, 0});
  const uint64_t start = 50 * kSecond;  // of a thread that ran before
  EXPECT_FALSE(penalty.IsTooDear({start, 0}));
  penalty.Armed({start, 0});
  penalty.Sampled(2 * (StringPenalty::kAdvanceNanos + StringPenalty::kShare * 3e9));
  EXPECT_TRUE(penalty.IsTooDear({start + 2 * kSecond, 0}));
  EXPECT_FALSE(penalty.IsTooDear({start + 4 * kSecond, 0}));
}

TEST(StringPenaltyTest, AProcessorThatIsNotSlowedMayArmAsItLikes) {
  StringPenalty penalty(StringSpeed{});
  penalty.Armed({});
  for (int i = 0; i < 1000; ++i) penalty.Sampled(10'000'000);
  EXPECT_FALSE(penalty.IsTooDear({0, 1'000'000'000}));
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
