#include "heap/gc_epoch.h"

#include <gtest/gtest.h>

namespace heaptwin::heap {
namespace {

TEST(GcEpoch, HasNoStampWhileACollectionRuns) {
  uint32_t total = 7;
  GcEpoch epoch(&total);
  const uint64_t before = epoch.Current();
  EXPECT_NE(before, 0u);
  EXPECT_TRUE(epoch.BeginCollection());
  EXPECT_EQ(epoch.Current(), 0u);
  EXPECT_EQ(epoch.StampBeforeThisCollection(), before);
  ++total;
  EXPECT_NE(epoch.StampBeforeThisCollection(), before) << "objects may have moved by now";
  EXPECT_TRUE(epoch.EndCollection());
  EXPECT_NE(epoch.Current(), 0u);
  EXPECT_NE(epoch.Current(), before);
  EXPECT_EQ(epoch.StampBeforeThisCollection(), 0u);
  EXPECT_EQ(epoch.Collections(), 1u);
  EXPECT_EQ(epoch.SilentCollections(), 0u);
}

TEST(GcEpoch, CountsOnlyTheOutermostOfNestedEvents) {
  uint32_t total = 0;
  GcEpoch epoch(&total);
  EXPECT_TRUE(epoch.BeginCollection());
  EXPECT_FALSE(epoch.BeginCollection());
  total += 2;
  EXPECT_FALSE(epoch.EndCollection());
  EXPECT_EQ(epoch.Current(), 0u) << "the outer collection still runs";
  EXPECT_TRUE(epoch.EndCollection());
  EXPECT_NE(epoch.Current(), 0u);
  EXPECT_EQ(epoch.Collections(), 1u);
}

TEST(GcEpoch, SilentCollectionsChangeTheStampAndAreCounted) {
  uint32_t total = 3;
  GcEpoch epoch(&total);
  const uint64_t before = epoch.Current();
  ++total;
  EXPECT_NE(epoch.Current(), before);
  EXPECT_EQ(epoch.SilentCollections(), 1u);
  ++total;
  const uint64_t last = epoch.Current();
  EXPECT_TRUE(epoch.BeginCollection());
  EXPECT_EQ(epoch.StampBeforeThisCollection(), last);
  ++total;
  EXPECT_TRUE(epoch.EndCollection());
  EXPECT_EQ(epoch.SilentCollections(), 2u) << "the collection with events is not silent";
}

TEST(GcEpoch, WithoutTheHeapsCounterEventsAloneMakeEpochs) {
  GcEpoch epoch;
  EXPECT_FALSE(epoch.KnowsSilentCollections());
  const uint64_t first = epoch.Current();
  EXPECT_EQ(epoch.Current(), first);
  epoch.BeginCollection();
  epoch.EndCollection();
  EXPECT_NE(epoch.Current(), first);
}

TEST(GcEpoch, AnEndWithoutAStartBeginsANewEpoch) {
  uint32_t total = 0;
  GcEpoch epoch(&total);
  const uint64_t before = epoch.Current();
  EXPECT_FALSE(epoch.EndCollection());
  EXPECT_NE(epoch.Current(), 0u);
  EXPECT_NE(epoch.Current(), before);
  EXPECT_TRUE(epoch.BeginCollection());
}

}  // namespace
}  // namespace heaptwin::heap
