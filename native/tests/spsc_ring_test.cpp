#include "base/spsc_ring.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>

namespace heaptwin::base {
namespace {

TEST(SpscRing, RejectsTheNewestWhenFullAndKeepsTheOrder) {
  SpscRing<int, 4> ring;
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(ring.Push(i));
  EXPECT_FALSE(ring.Push(99));
  int element = -1;
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(ring.Pop(&element));
    EXPECT_EQ(element, i);
  }
  EXPECT_FALSE(ring.Pop(&element));
  EXPECT_TRUE(ring.Push(5));
  ASSERT_TRUE(ring.Pop(&element));
  EXPECT_EQ(element, 5);
}

TEST(SpscRing, PassesEveryElementWholeBetweenThreads) {
  struct Pair {
    uint64_t value;
    uint64_t complement;
  };
  static constexpr uint64_t kCount = 200'000;
  SpscRing<Pair, 8> ring;
  std::thread producer([&] {
    for (uint64_t i = 0; i < kCount; ++i) {
      while (!ring.Push({i, ~i})) std::this_thread::yield();
    }
  });
  uint64_t torn_or_out_of_order = 0;
  for (uint64_t i = 0; i < kCount; ++i) {
    Pair pair;
    while (!ring.Pop(&pair)) std::this_thread::yield();
    if (pair.value != i || pair.complement != ~i) ++torn_or_out_of_order;
  }
  producer.join();
  EXPECT_EQ(torn_or_out_of_order, 0u);
}

}  // namespace
}  // namespace heaptwin::base
