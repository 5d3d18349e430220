#include "long_targets.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace heaptwin::agent {
namespace {

using heap::ContextId;

TEST(LongTargetsTest, OneContextHasThemUntilItHasTwelve) {
  LongTargets targets;
  EXPECT_TRUE(targets.Take(ContextId{1}));
  for (int i = 0; i < 11; ++i) {
    EXPECT_FALSE(targets.Take(ContextId{2})) << i;
    EXPECT_TRUE(targets.Take(ContextId{1})) << i;
  }
  EXPECT_FALSE(targets.Take(ContextId{1})) << "it has enough";
  EXPECT_TRUE(targets.Take(ContextId{2}));
  EXPECT_FALSE(targets.Take(ContextId{1}));
}

TEST(LongTargetsTest, AContextThatStopsAllocatingIsGivenUp) {
  LongTargets targets;
  EXPECT_TRUE(targets.Take(ContextId{1}));
  int waited = 0;
  while (!targets.Take(ContextId{2})) ++waited;
  EXPECT_EQ(waited, 99);
  EXPECT_TRUE(targets.Take(ContextId{2}));
}

TEST(LongTargetsTest, InTheLongRunAllContextsHaveAsMany) {
  LongTargets targets;
  base::Random random(3);
  int runs[4] = {};
  for (int i = 0; i < 100'000; ++i) {
    const uint64_t context = random.Below(4);
    if (targets.Take(ContextId{static_cast<uint32_t>(context)})) ++runs[context];
  }
  for (const int count : runs) {
    EXPECT_GT(count, 1000);
    EXPECT_NEAR(count, runs[0], 12);
  }
}

}  // namespace
}  // namespace heaptwin::agent
