#include "probe_rates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace heaptwin::agent {
namespace {

constexpr uint64_t kStep = 100'000'000;  // ns

// Sites that allocate at constant rates; plays the probes' countdowns against the controller.
class Program {
 public:
  Program(ProbeRates& rates, std::vector<double> objects_per_second)
      : rates_(rates), speed_(std::move(objects_per_second)), registered_(speed_.size()) {
    for (size_t i = 0; i < speed_.size(); ++i) {
      rates_.Open(static_cast<int>(i), 0);
      countdown_.push_back(rates_.Draw(static_cast<int>(i)));
    }
  }

  void Run(int steps) {
    std::fill(registered_.begin(), registered_.end(), 0);
    for (int step = 0; step < steps; ++step) {
      for (size_t i = 0; i < speed_.size(); ++i) Allocate(i, speed_[i] * 0.1);
      now_ += kStep;
      for (const int site : rates_.Tick(now_)) {
        countdown_[static_cast<size_t>(site)] = rates_.Draw(site);
      }
    }
  }
  double RegisteredPerSecond(size_t site, int steps) const {
    return static_cast<double>(registered_[site]) / (0.1 * steps);
  }

 private:
  void Allocate(size_t site, double objects) {
    const int number = static_cast<int>(site);
    while (objects >= countdown_[site]) {
      objects -= countdown_[site];
      rates_.Count(number);
      ++registered_[site];
      countdown_[site] = rates_.Draw(number);
    }
    countdown_[site] -= static_cast<int32_t>(objects);
  }

  ProbeRates& rates_;
  std::vector<double> speed_;
  std::vector<uint64_t> registered_;
  std::vector<int32_t> countdown_;
  uint64_t now_ = kStep;
};

TEST(ProbeRates, GapsAreGeometricSoThatEveryObjectHasTheSameChance) {
  ProbeRates rates(1, 7);
  rates.Open(3, 10);  // the share of one site is the whole target: a period of 10
  ASSERT_DOUBLE_EQ(rates.Period(3), 10);
  constexpr int kDraws = 200'000;
  double sum = 0;
  int ones = 0;
  int above_thirty = 0;
  for (int i = 0; i < kDraws; ++i) {
    const int32_t gap = rates.Draw(3);
    ASSERT_GE(gap, 1);
    sum += gap;
    ones += gap == 1 ? 1 : 0;
    above_thirty += gap > 30 ? 1 : 0;
  }
  // Five standard errors: of the mean sqrt(90 / n), of a share sqrt(p (1 - p) / n).
  EXPECT_NEAR(sum / kDraws, 10, 5 * std::sqrt(90.0 / kDraws));
  EXPECT_NEAR(static_cast<double>(ones) / kDraws, 0.1, 5 * std::sqrt(0.09 / kDraws));
  const double tail = std::pow(0.9, 30);
  EXPECT_NEAR(static_cast<double>(above_thirty) / kDraws, tail,
              5 * std::sqrt(tail * (1 - tail) / kDraws));
}

TEST(ProbeRates, OneFastSiteIsHeldToTheTarget) {
  ProbeRates rates(2000, 1);
  Program program(rates, {5e7});
  program.Run(50);
  program.Run(100);
  EXPECT_NEAR(program.RegisteredPerSecond(0, 100), 2000, 700);
}

TEST(ProbeRates, SlowSitesAreTakenWholeAndFastOnesShareTheRest) {
  ProbeRates rates(2000, 2);
  Program program(rates, {100, 1e6, 1e8});
  program.Run(80);
  program.Run(200);
  EXPECT_GT(program.RegisteredPerSecond(0, 200), 80);
  EXPECT_NEAR(program.RegisteredPerSecond(1, 200), 950, 350);
  EXPECT_NEAR(program.RegisteredPerSecond(2, 200), 950, 350);
}

TEST(ProbeRates, TheBudgetLowersTheTarget) {
  ProbeRates rates(2000, 3);
  rates.LimitTo(200);
  Program program(rates, {1e6});
  program.Run(80);
  program.Run(200);
  EXPECT_NEAR(program.RegisteredPerSecond(0, 200), 200, 80);
}

TEST(ProbeRates, ASiteThatFallsSilentIsTakenWholeWhenItComesBack) {
  ProbeRates rates(1000, 4);
  rates.Open(0, 1e9);
  EXPECT_GT(rates.Period(0), 1e5);
  uint64_t now = kStep;
  for (int i = 0; i < 100; ++i) rates.Tick(now += kStep);
  EXPECT_DOUBLE_EQ(rates.Period(0), 1);
}

TEST(ProbeRates, AFloodAfterSilenceIsHeldBackWithinItsWindow) {
  ProbeRates rates(1000, 4);
  rates.Open(0, 10);
  uint64_t now = kStep;
  for (int i = 0; i < 100; ++i) rates.Tick(now += kStep);
  ASSERT_DOUBLE_EQ(rates.Period(0), 1);
  constexpr int kFlood = 1'000'000;
  int taken = 0;
  double stand_for = 0;
  for (int passed = rates.Draw(0); passed <= kFlood; passed += rates.Draw(0)) {
    stand_for += rates.Count(0);
    ++taken;
  }
  // 400 are four times the window's hundred; each further 400 come at a quarter of the rate:
  // 400 (1 + 4 + 16 + ... + 4^6) objects are 2.2 million.
  EXPECT_LT(taken, 7 * 400);
  EXPECT_NEAR(stand_for / kFlood, 1, 0.25) << "five standard errors of the last 400";
}

TEST(ProbeRates, AClosedSiteIsNotOpen) {
  ProbeRates rates(1000, 5);
  EXPECT_FALSE(rates.IsOpen(9));
  rates.Open(9, 1);
  EXPECT_TRUE(rates.IsOpen(9));
  rates.Close(9);
  EXPECT_FALSE(rates.IsOpen(9));
}

}  // namespace
}  // namespace heaptwin::agent
