#include "burst_controller.h"

#include <gtest/gtest.h>

#include <set>

namespace heaptwin::agent {
namespace {

using evidence::RunStep;

const RunTarget kHere = {heap::ThreadIndex{3}, heap::ClassId{5}, heap::ContextId{7}};

// One registration between bursts, on average.
BurstLimits OfSteps(BurstStep short_step, BurstStep medium = {}, BurstStep long_step = {}) {
  BurstLimits limits;
  limits.steps = {{short_step, medium, long_step}};
  limits.seconds_between = 1;
  return limits;
}

void Begin(BurstController& bursts, uint64_t now, bool frequent = true) {
  while (!bursts.OnRegistration(kHere, frequent, now)) {
  }
}

// Takes the whole burst; returns how many objects it had.
int Finish(BurstController& bursts) {
  int objects = 1;
  while (!bursts.OnBurstObject(true)) ++objects;
  return objects;
}

TEST(BurstControllerTest, EndsAfterItsObjects) {
  BurstController bursts(OfSteps({5, 20, 1000}), true, 1);
  Begin(bursts, 1);
  EXPECT_TRUE(bursts.active());
  for (int i = 0; i < 4; ++i) EXPECT_FALSE(bursts.OnBurstObject(true));
  EXPECT_TRUE(bursts.OnBurstObject(true));
  EXPECT_FALSE(bursts.active());
  // Objects drawn under interval 0 that arrive late end nothing.
  EXPECT_FALSE(bursts.OnBurstObject(true));
  EXPECT_EQ(bursts.counts(RunStep::kShort).objects, 5u);
  EXPECT_EQ(bursts.counts(RunStep::kShort).begun, 1u);
}

TEST(BurstControllerTest, OtherThreadsEndABurstOnlyByTheBoundOverAll) {
  BurstController bursts(OfSteps({5, 20, 1000}), true, 1);
  Begin(bursts, 1);
  EXPECT_EQ(bursts.target().thread, kHere.thread);
  EXPECT_EQ(bursts.target().context, kHere.context);
  for (int i = 0; i < 19; ++i) ASSERT_FALSE(bursts.OnBurstObject(false)) << i;
  EXPECT_TRUE(bursts.OnBurstObject(false));
  EXPECT_FALSE(bursts.active());
}

TEST(BurstControllerTest, EndsWhenItLastsTooLong) {
  BurstController bursts(OfSteps({5, 20, 1000}), true, 1);
  Begin(bursts, 100);
  EXPECT_FALSE(bursts.Tick(50)) << "a clock read before it began";
  EXPECT_FALSE(bursts.Tick(1099));
  EXPECT_TRUE(bursts.Tick(1100));
  EXPECT_FALSE(bursts.active());
  EXPECT_FALSE(bursts.Tick(5000));
}

TEST(BurstControllerTest, SpendsTheSameNumberOfObjectsOnEachStep) {
  BurstController bursts(OfSteps({8, 800, 1000}, {64, 800, 1000}, {512, 800, 1000}), true, 1);
  for (int burst = 0; burst < 5000; ++burst) {
    Begin(bursts, 1);
    Finish(bursts);
  }
  const auto on_short = static_cast<double>(bursts.counts(RunStep::kShort).objects);
  // A longer step lags behind by at most one of its bursts.
  EXPECT_NEAR(static_cast<double>(bursts.counts(RunStep::kMedium).objects), on_short, 64);
  EXPECT_NEAR(static_cast<double>(bursts.counts(RunStep::kLong).objects), on_short, 512);
  EXPECT_GT(bursts.counts(RunStep::kLong).begun, 50u);
}

TEST(BurstControllerTest, TheFirstBurstsAreShort) {
  BurstController bursts(OfSteps({8, 800, 1000}, {64, 800, 1000}), true, 1);
  for (int burst = 0; burst < 8; ++burst) {
    Begin(bursts, 1);
    EXPECT_EQ(Finish(bursts), 8);
  }
  Begin(bursts, 1);
  EXPECT_EQ(Finish(bursts), 64);
}

TEST(BurstControllerTest, DearObjectsMakeShorterBursts) {
  BurstLimits limits = OfSteps({512, 4096, 1'000'000}, {4096, 4096, 1'000'000});
  limits.share = 0.006;
  limits.seconds_between = 0.1;
  BurstController bursts(limits, true, 1);
  // 600 us between bursts, half of it for short ones: 750 objects of 0.4 us, 300 of 1 us, 55
  // of 5.4.
  for (const auto& [nanos, planned] :
       {std::pair{400.0, 512u}, {1000.0, 256u}, {5400.0, 128u}, {1e9, 128u}, {400.0, 512u}}) {
    bursts.SetObjectCost(nanos);
    EXPECT_EQ(bursts.Planned(RunStep::kShort), planned) << nanos;
    EXPECT_EQ(bursts.Planned(RunStep::kMedium), 4096u);
    EXPECT_EQ(bursts.Planned(RunStep::kLong), 0u);
  }
  bursts.SetObjectCost(5400);
  Begin(bursts, 1);
  EXPECT_EQ(Finish(bursts), 128);
}

TEST(BurstControllerTest, ALongRunWaitsForAFrequentContext) {
  BurstController bursts(OfSteps({8, 800, 1000}, {}, {16, 800, 1000}), true, 1);
  for (int burst = 0; burst < 100; ++burst) {
    Begin(bursts, 1, /*frequent=*/false);
    ASSERT_EQ(bursts.step(), RunStep::kShort);
    Finish(bursts);
  }
  Begin(bursts, 1, /*frequent=*/true);
  EXPECT_EQ(bursts.step(), RunStep::kLong);
  EXPECT_FALSE(bursts.OnBurstObject(false));
  EXPECT_EQ(Finish(bursts), 16);
  EXPECT_EQ(bursts.counts(RunStep::kLong).objects, 16u) << "of the chosen context only";
  EXPECT_EQ(bursts.step(), RunStep::kLong) << "late objects are told what they belong to";
}

TEST(BurstControllerTest, ACutRunEndsItsBurst) {
  BurstController bursts(OfSteps({5, 20, 1000}), true, 1);
  Begin(bursts, 1);
  EXPECT_TRUE(bursts.Abandon());
  EXPECT_FALSE(bursts.active());
  EXPECT_FALSE(bursts.Abandon());
}

TEST(BurstControllerTest, LongRunsAreOffByDefault) {
  EXPECT_EQ(BurstLimits::Of(false).steps[static_cast<size_t>(RunStep::kLong)].objects, 0u);
  EXPECT_GE(BurstLimits::Of(true).steps[static_cast<size_t>(RunStep::kLong)].objects, 8192u);
}

TEST(BurstControllerTest, BeginsAtRandomPlaces) {
  std::set<int> gaps;
  double sum = 0;
  constexpr int kBursts = 400;
  BurstController bursts(OfSteps({1, 4, 1000}), true, 3);
  bursts.SetRegistrationRate(100);
  for (int burst = 0; burst < kBursts; ++burst) {
    int gap = 1;
    while (!bursts.OnRegistration(kHere, true, 1)) ++gap;
    if (burst > 0) {  // the first one comes early on purpose
      gaps.insert(gap);
      sum += gap;
    }
    bursts.OnBurstObject(true);
  }
  EXPECT_GT(gaps.size(), 100u);
  // Standard error of the mean of 399 geometric gaps: 5. Six of them: fails once in 10^8 seeds.
  EXPECT_NEAR(sum / (kBursts - 1), 100, 30);
}

TEST(BurstControllerTest, WaitsUntilTheLastOneIsPaidFor) {
  BurstController bursts(OfSteps({1, 4, 1000}), true, 3);
  bursts.WaitUntil(1000);
  for (int i = 0; i < 10000; ++i) ASSERT_FALSE(bursts.OnRegistration(kHere, true, 999));
  Begin(bursts, 1000);
  EXPECT_TRUE(bursts.active());
}

TEST(BurstControllerTest, OffMeansNever) {
  BurstController bursts(OfSteps({5, 20, 1000}), false, 1);
  for (int i = 0; i < 1000; ++i) ASSERT_FALSE(bursts.OnRegistration(kHere, true, 1));
}

}  // namespace
}  // namespace heaptwin::agent
