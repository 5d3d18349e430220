#include "burst_controller.h"

#include <gtest/gtest.h>

#include <set>

namespace heaptwin::agent {
namespace {

TEST(BurstControllerTest, EndsAfterItsObjects) {
  BurstController bursts({.objects = 5, .longest_nanos = 1000, .registrations_between = 1}, true,
                         1);
  uint64_t now = 1;
  while (!bursts.OnRegistration(now)) ++now;
  EXPECT_TRUE(bursts.active());
  for (int i = 0; i < 4; ++i) EXPECT_FALSE(bursts.OnBurstObject());
  EXPECT_TRUE(bursts.OnBurstObject());
  EXPECT_FALSE(bursts.active());
  // Objects drawn under interval 0 that arrive late end nothing.
  EXPECT_FALSE(bursts.OnBurstObject());
}

TEST(BurstControllerTest, EndsWhenItLastsTooLong) {
  BurstController bursts({.objects = 5, .longest_nanos = 1000, .registrations_between = 1}, true,
                         1);
  while (!bursts.OnRegistration(100)) {
  }
  EXPECT_FALSE(bursts.Tick(1099));
  EXPECT_TRUE(bursts.Tick(1100));
  EXPECT_FALSE(bursts.active());
  EXPECT_FALSE(bursts.Tick(5000));
}

TEST(BurstControllerTest, BeginsAtRandomPlaces) {
  std::set<int> gaps;
  double sum = 0;
  constexpr int kBursts = 400;
  BurstController bursts({.objects = 1, .longest_nanos = 1000, .registrations_between = 100}, true,
                         3);
  for (int burst = 0; burst < kBursts; ++burst) {
    int gap = 1;
    while (!bursts.OnRegistration(1)) ++gap;
    if (burst > 0) {  // the first one comes early on purpose
      gaps.insert(gap);
      sum += gap;
    }
    bursts.OnBurstObject();
  }
  EXPECT_GT(gaps.size(), 100u);
  // Standard error of the mean of 399 geometric gaps: 5. Six of them: fails once in 10^8 seeds.
  EXPECT_NEAR(sum / (kBursts - 1), 100, 30);
}

TEST(BurstControllerTest, OffMeansNever) {
  BurstController bursts({.objects = 5, .longest_nanos = 1000, .registrations_between = 1}, false,
                         1);
  for (int i = 0; i < 1000; ++i) ASSERT_FALSE(bursts.OnRegistration(1));
}

}  // namespace
}  // namespace heaptwin::agent
