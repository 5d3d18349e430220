#include "placement_budget.h"

#include <gtest/gtest.h>

namespace heaptwin::agent {
namespace {

constexpr uint64_t kSecond = 1'000'000'000;
constexpr uint64_t kStep = kSecond / 2;

// A program whose compilers use so much of a processor.
class PlacementBudgetTest : public testing::Test {
 protected:
  void Run(double seconds, double processors) {
    const uint64_t end = now_ + static_cast<uint64_t>(seconds * kSecond);
    while (now_ < end) {
      now_ += kStep;
      compiler_ += static_cast<uint64_t>(processors * kStep);
      budget_.Tick(now_, compiler_);
    }
  }
  bool MayPlace() const { return budget_.MayPlace(now_); }
  void Place() { budget_.Placed(now_); }

  PlacementBudget budget_;
  uint64_t now_ = kSecond;
  uint64_t compiler_ = 0;
};

TEST_F(PlacementBudgetTest, NothingIsKnownBeforeAWindow) {
  Run(2, 0);
  EXPECT_FALSE(MayPlace());
  Run(0.5, 0);
  EXPECT_TRUE(MayPlace());
}

TEST_F(PlacementBudgetTest, WaitsForTheCompilersToBeQuiet) {
  Run(300, 0.8);
  EXPECT_FALSE(MayPlace());
  Run(1, 0.02);
  EXPECT_FALSE(MayPlace()) << "half of the window was busy";
  Run(1.5, 0.02);
  EXPECT_TRUE(MayPlace());
}

TEST_F(PlacementBudgetTest, TheFirstPlacementIsEarned) {
  compiler_ = 2 * kSecond;
  Run(49, 0);
  EXPECT_FALSE(MayPlace()) << "a quarter of 2 s is what 50 s allow";
  Run(2, 0);
  EXPECT_TRUE(MayPlace());
}

TEST_F(PlacementBudgetTest, MuchCompiledCodeIsNotTakenToGoAtOnce) {
  compiler_ = 1'000 * kSecond;
  Run(99, 0);
  EXPECT_FALSE(MayPlace());
  Run(2, 0);
  EXPECT_TRUE(MayPlace()) << "a second is the most";
}

TEST_F(PlacementBudgetTest, WhatAPlacementCostIsWaitedOff) {
  Run(5, 0);
  Place();
  EXPECT_FALSE(MayPlace());
  Run(1, 0.5);
  Run(3, 0.01);
  EXPECT_FALSE(MayPlace()) << "0.5 s at 1 % are 50 s";
  Run(44, 0.01);
  EXPECT_FALSE(MayPlace());
  Run(6, 0.01);
  EXPECT_TRUE(MayPlace());
}

TEST_F(PlacementBudgetTest, ACheapPlacementIsFollowedSoon) {
  Run(5, 0);
  Place();
  Run(0.5, 0.04);
  Run(2, 0);
  EXPECT_TRUE(MayPlace());
  EXPECT_EQ(budget_.placements(), 1u);
}

TEST_F(PlacementBudgetTest, CompilersThatStayBusyCountUpToABound) {
  Run(5, 0);
  Place();
  Run(15, 0.5);
  Run(700, 0);
  EXPECT_FALSE(MayPlace()) << "7.5 s at 1 %";
  Run(40, 0);
  EXPECT_TRUE(MayPlace());
}

}  // namespace
}  // namespace heaptwin::agent
