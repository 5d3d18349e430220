#include "evidence/priority_reservoir.h"

#include <gtest/gtest.h>

#include <array>

#include "base/random.h"

namespace heaptwin::evidence {
namespace {

constexpr uint64_t kNoLimit = ~uint64_t{0};

// 100 items, 20 kept, 20,000 repetitions: each must be kept with probability 0.2, standard error
// 0.0028.
TEST(PriorityReservoir, KeepsEveryItemWithTheSameProbability) {
  base::Random random(3);
  std::array<int, 100> kept{};
  for (int repetition = 0; repetition < 20000; ++repetition) {
    PriorityReservoir<int> reservoir;
    int displaced = 0;
    for (int item = 0; item < 100; ++item) {
      reservoir.Offer(random.Next(), item, 20, kNoLimit, [&](int) { ++displaced; });
    }
    ASSERT_EQ(reservoir.entries().size(), 20u);
    ASSERT_EQ(displaced, 80);
    for (const auto& entry : reservoir.entries()) ++kept[static_cast<size_t>(entry.item)];
  }
  for (size_t item = 0; item < kept.size(); ++item) {
    EXPECT_NEAR(kept[item] / 20000.0, 0.2, 0.015) << "item " << item;
  }
}

TEST(PriorityReservoir, ThinningKeepsAUniformHalf) {
  base::Random random(4);
  int first_half = 0;
  int second_half = 0;
  for (int repetition = 0; repetition < 2000; ++repetition) {
    PriorityReservoir<int> reservoir;
    for (int item = 0; item < 100; ++item) {
      reservoir.Offer(random.Next(), item, 1000, kNoLimit, [](int) {});
    }
    reservoir.Thin(kNoLimit / 2, [](int) {});
    for (const auto& entry : reservoir.entries()) ++(entry.item < 50 ? first_half : second_half);
  }
  // 100,000 items each, kept with probability 0.5: five standard errors are 0.008.
  EXPECT_NEAR(first_half / 100000.0, 0.5, 0.008);
  EXPECT_NEAR(second_half / 100000.0, 0.5, 0.008);
}

TEST(PriorityReservoir, NothingAboveTheLimitEnters) {
  PriorityReservoir<int> reservoir;
  int displaced = 0;
  reservoir.Offer(11, 1, 10, 10, [&](int) { ++displaced; });
  reservoir.Offer(10, 2, 10, 10, [&](int) { ++displaced; });
  EXPECT_EQ(displaced, 1);
  ASSERT_EQ(reservoir.entries().size(), 1u);
  EXPECT_EQ(reservoir.entries()[0].item, 2);
}

}  // namespace
}  // namespace heaptwin::evidence
