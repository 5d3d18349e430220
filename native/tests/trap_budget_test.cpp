#include "watch/trap_budget.h"

#include <gtest/gtest.h>

namespace heaptwin::watch {
namespace {

constexpr uint64_t kSecond = 1'000'000'000;
constexpr uint64_t kStart = 100 * kSecond;

int Spend(TrapBudget& budget, uint64_t now) {
  int spent = 0;
  while (budget.Available(now) && spent < 10'000) {
    budget.Charge(now);
    ++spent;
  }
  return spent;
}

TEST(TrapBudget, HoldsOneSecondsWorthAndRefillsAtItsRate) {
  TrapBudget budget(500);
  EXPECT_EQ(Spend(budget, kStart), 500);
  EXPECT_EQ(Spend(budget, kStart), 0);
  EXPECT_EQ(Spend(budget, kStart + kSecond / 10), 50);
  EXPECT_EQ(Spend(budget, kStart + 10 * kSecond), 500);
}

TEST(TrapBudget, AShareIsReserved) {
  TrapBudget budget(100);
  int spent = 0;
  for (; budget.Available(kStart, /*reserve=*/0.25); ++spent) budget.Charge(kStart);
  EXPECT_EQ(spent, 75);
  EXPECT_EQ(Spend(budget, kStart), 25);
}

TEST(TrapBudget, DebtIsPaidBack) {
  TrapBudget budget(100);
  for (int i = 0; i < 150; ++i) budget.Charge(kStart);
  EXPECT_FALSE(budget.Available(kStart + kSecond / 2));
  EXPECT_EQ(Spend(budget, kStart + kSecond), 50);
}

}  // namespace
}  // namespace heaptwin::watch
