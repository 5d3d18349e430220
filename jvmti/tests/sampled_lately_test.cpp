#include "sampled_lately.h"

#include <gtest/gtest.h>

namespace heaptwin::agent {
namespace {

constexpr heap::ClassId kClass{1};
constexpr heap::ClassId kOther{2};

evidence::Allocation Sampled(heap::ClassId class_id, uint64_t size, uint64_t stamp) {
  evidence::Allocation allocation;
  allocation.class_id = class_id;
  allocation.size = size;
  allocation.stamp = stamp;
  return allocation;
}

TEST(SampledLately, AnObjectOfAnEarlierEpochMayBeTheSampledOneOnce) {
  SampledLately lately;
  lately.Remember(Sampled(kClass, 24, 5));
  EXPECT_TRUE(lately.MayBeFromEarlierEpoch(kClass, 24, 6));
  EXPECT_FALSE(lately.MayBeFromEarlierEpoch(kClass, 24, 6));
}

TEST(SampledLately, WithinItsEpochTheAddressTells) {
  SampledLately lately;
  lately.Remember(Sampled(kClass, 24, 5));
  EXPECT_FALSE(lately.MayBeFromEarlierEpoch(kClass, 24, 5));
  EXPECT_TRUE(lately.MayBeFromEarlierEpoch(kClass, 24, 6));
}

TEST(SampledLately, OtherClassesAndSizesAreNotIt) {
  SampledLately lately;
  EXPECT_FALSE(lately.MayBeFromEarlierEpoch(kClass, 24, 6));
  lately.Remember(Sampled(kClass, 24, 5));
  EXPECT_FALSE(lately.MayBeFromEarlierEpoch(kOther, 24, 6));
  EXPECT_FALSE(lately.MayBeFromEarlierEpoch(kClass, 32, 6));
}

TEST(SampledLately, TheObjectOfAnOuterConstructorIsRememberedThroughTheInnerOnes) {
  SampledLately lately;
  lately.Remember(Sampled(kClass, 24, 5));
  for (int i = 0; i < 7; ++i) lately.Remember(Sampled(kOther, 16, 5));
  EXPECT_TRUE(lately.MayBeFromEarlierEpoch(kClass, 24, 6));
}

}  // namespace
}  // namespace heaptwin::agent
