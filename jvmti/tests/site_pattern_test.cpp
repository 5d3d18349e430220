#include "site_pattern.h"

#include <gtest/gtest.h>

namespace heaptwin::agent {
namespace {

bool Match(const char* pattern, const char* name) { return SitePatterns({pattern}).Match(name); }

TEST(SitePatterns, MatchWholeNames) {
  EXPECT_TRUE(Match("a.b.C.m", "a.b.C.m:12"));
  EXPECT_TRUE(Match("a.b.C.m", "a.b.C.m"));
  EXPECT_FALSE(Match("a.b.C", "a.b.C.m:12"));
  EXPECT_FALSE(Match("b.C.m", "a.b.C.m:12"));
  EXPECT_FALSE(Match("", "a.b.C.m:12"));
}

TEST(SitePatterns, AStarStandsForAnyText) {
  EXPECT_TRUE(Match("a.b.*", "a.b.C.m:12"));
  EXPECT_TRUE(Match("*.m", "a.b.C.m:12"));
  EXPECT_TRUE(Match("a.*C*m", "a.b.C.mm:12"));
  EXPECT_TRUE(Match("*", "a.b.C.m:12"));
  EXPECT_FALSE(Match("a.*D*m", "a.b.C.m:12"));
}

TEST(SitePatterns, ALineRestrictsToThatLine) {
  EXPECT_TRUE(Match("a.b.C.m:12", "a.b.C.m:12"));
  EXPECT_FALSE(Match("a.b.C.m:1", "a.b.C.m:12"));
  EXPECT_TRUE(Match("*:12", "a.b.C.m:12"));
}

TEST(SitePatterns, OneOfSeveralIsEnoughAndNoneMatchesNothing) {
  EXPECT_TRUE(SitePatterns({"x", "a.*"}).Match("a.b"));
  EXPECT_FALSE(SitePatterns().Match("a.b"));
  EXPECT_TRUE(SitePatterns().empty());
}

}  // namespace
}  // namespace heaptwin::agent
