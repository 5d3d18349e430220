#include "focus_policy.h"

#include <gtest/gtest.h>

#include <vector>

namespace heaptwin::agent {
namespace {

SiteFacts Unknown(size_t number, double bytes) {
  SiteFacts site;
  site.number = number;
  site.samples = 10;
  site.bytes_high = bytes;
  return site;
}

SiteFacts Curved(size_t number, double bytes, uint64_t repeats) {
  SiteFacts site = Unknown(number, bytes);
  site.runs = FocusPolicy::kEnoughRuns;
  site.contents = 100;
  site.run_objects = 100;
  site.run_repeats = repeats;
  return site;
}

using Numbers = std::set<size_t>;

TEST(FocusPolicy, PrefersTheSitesThatMayHoldMost) {
  const FocusPolicy policy(2);
  EXPECT_EQ(policy.Choose({Unknown(0, 10), Unknown(1, 30), Unknown(2, 20)}), Numbers({1, 2}));
}

TEST(FocusPolicy, ASiteWithACurveIsRankedByItsReplicas) {
  const FocusPolicy policy(1);
  // 1000 bytes of which a tenth repeats are less than 200 bytes of which nothing is known.
  EXPECT_EQ(policy.Choose({Curved(0, 1000, 10), Unknown(1, 200)}), Numbers({1}));
  EXPECT_EQ(policy.Choose({Curved(0, 1000, 50), Unknown(1, 200)}), Numbers({0}));
}

TEST(FocusPolicy, RepetitionsInTheContentSampleCountAsThoseInRuns) {
  const FocusPolicy policy(1);
  SiteFacts site = Curved(0, 1000, 0);
  site.contents_repeated = 90;
  EXPECT_EQ(policy.Choose({site, Unknown(1, 200)}), Numbers({0}));
}

TEST(FocusPolicy, AccessesMakeASmallReplicatedSiteWorthProbing) {
  const FocusPolicy policy(1);
  SiteFacts accessed = Curved(0, 10, 100);
  accessed.access_share = 0.5;
  EXPECT_EQ(policy.Choose({accessed, Unknown(1, 100), Curved(2, 1000, 0)}), Numbers({0}));
}

TEST(FocusPolicy, ADullSiteLeavesItsPlace) {
  const FocusPolicy policy(2);
  SiteFacts dull = Curved(0, 1000, 0);
  dull.probed = true;
  EXPECT_TRUE(FocusPolicy::IsDull(dull));
  EXPECT_EQ(policy.Choose({dull, Unknown(1, 1)}), Numbers({1}));
}

TEST(FocusPolicy, FewerRunsThanSixShowNothing) {
  SiteFacts site = Curved(0, 1000, 0);
  site.runs = 5;
  EXPECT_FALSE(FocusPolicy::IsDull(site));
}

TEST(FocusPolicy, AProbedSiteIsNotDisplacedByAnEqualOne) {
  const FocusPolicy policy(1);
  SiteFacts probed = Unknown(1, 100);
  probed.probed = true;
  EXPECT_EQ(policy.Choose({Unknown(0, 120), probed}), Numbers({1}));
  EXPECT_EQ(policy.Choose({Unknown(0, 160), probed}), Numbers({0}));
}

TEST(FocusPolicy, OnlySitesWhereTheSamplerSawObjectsAndThatMayBeProbed) {
  const FocusPolicy policy(4);
  SiteFacts unseen = Unknown(0, 1000);
  unseen.samples = 0;
  SiteFacts forbidden = Unknown(1, 1000);
  forbidden.may_be_probed = false;
  EXPECT_EQ(policy.Choose({unseen, forbidden, Unknown(2, 1)}), Numbers({2}));
}

}  // namespace
}  // namespace heaptwin::agent
