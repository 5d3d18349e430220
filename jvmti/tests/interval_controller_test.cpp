#include "interval_controller.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace heaptwin::agent {
namespace {

constexpr uint64_t kTick = 100'000'000;  // ns

// A program that allocates `bytes_per_second`, sampled under the controller's interval; returns the
// registrations of the last second of `seconds`.
uint64_t Simulate(IntervalController& controller, double bytes_per_second, int seconds,
                  uint64_t& now) {
  std::mt19937_64 random(42);
  uint64_t last_second = 0;
  for (int tick = 0; tick < seconds * 10; ++tick) {
    // Registrations arrive one by one, and the interval may be raised in the middle of a tick.
    double bytes_left = bytes_per_second / 10;
    while (true) {
      bytes_left -= std::exponential_distribution<double>(
          1.0 / static_cast<double>(controller.interval()))(random);
      if (bytes_left < 0) break;
      controller.OnRegistration();
      if (tick >= (seconds - 1) * 10) ++last_second;
    }
    now += kTick;
    controller.Tick(now);
  }
  return last_second;
}

TEST(IntervalControllerTest, SettlesNearTheTargetFromFarAwayOnBothSides) {
  for (const double bytes_per_second : {2e6, 50e6, 900e6, 20e9}) {
    IntervalController controller(1000, std::nullopt);
    uint64_t now = kTick;
    const uint64_t rate = Simulate(controller, bytes_per_second, 10, now);
    EXPECT_GT(rate, 650u) << bytes_per_second;
    EXPECT_LT(rate, 1500u) << bytes_per_second;
  }
}

TEST(IntervalControllerTest, AJumpOfTheAllocationRateCostsAtMostAFewHundredRegistrations) {
  IntervalController controller(1000, std::nullopt);
  uint64_t now = kTick;
  Simulate(controller, 1e6, 10, now);
  // One tick at a thousand times the rate: 100,000 registrations if nothing reacted within the
  // window.
  std::mt19937_64 random(7);
  double bytes_left = 1e8;
  uint64_t registrations = 0;
  while (bytes_left > 0) {
    bytes_left -= std::exponential_distribution<double>(
        1.0 / static_cast<double>(controller.interval()))(random);
    controller.OnRegistration();
    ++registrations;
  }
  EXPECT_LT(registrations, 3000u);
}

TEST(IntervalControllerTest, DearRegistrationsBecomeRarerDownToAFloor) {
  IntervalController controller(1000, std::nullopt);
  uint64_t now = kTick;
  controller.LimitTo(0.006, 12'000);  // 500 a second
  const uint64_t half = Simulate(controller, 100e6, 10, now);
  EXPECT_GT(half, 350u);
  EXPECT_LT(half, 700u);
  controller.LimitTo(0.006, 1'000'000);  // 6 a second, but the floor is 125
  const uint64_t floor = Simulate(controller, 100e6, 10, now);
  EXPECT_GT(floor, 85u);
  EXPECT_LT(floor, 190u);
}

TEST(IntervalControllerTest, AFixedIntervalStays) {
  IntervalController controller(1000, 4096);
  uint64_t now = kTick;
  Simulate(controller, 1e9, 1, now);
  EXPECT_EQ(controller.interval(), 4096u);
  EXPECT_EQ(controller.largest_used(), 4096u);
}

TEST(IntervalControllerTest, RemembersTheExtremes) {
  IntervalController controller(1000, std::nullopt);
  uint64_t now = kTick;
  Simulate(controller, 2e6, 5, now);
  Simulate(controller, 5e9, 5, now);
  EXPECT_LT(controller.smallest_used(), 8192u);
  EXPECT_GT(controller.largest_used(), 1u << 20);
}

}  // namespace
}  // namespace heaptwin::agent
