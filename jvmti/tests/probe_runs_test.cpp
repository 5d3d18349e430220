#include "probe_runs.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace heaptwin::agent {
namespace {

using Role = ProbeRuns::Role;
using evidence::RunStep;

constexpr heap::ThreadIndex kOwn{3};
constexpr heap::ThreadIndex kOther{4};
constexpr uint64_t kSecond = 1'000'000'000;

// Takes the whole run; returns its length.
int Take(ProbeRuns& runs, uint64_t nanos_each, uint64_t now) {
  int length = 1;
  while (!runs.OnMember(true, nanos_each, now)) ++length;
  return length;
}

TEST(ProbeRuns, ARunBelongsToTheThreadAndTheSiteThatBeganIt) {
  ProbeRuns runs(0.01, 1);
  ASSERT_TRUE(runs.OnRegistration(7, kOwn, kSecond));
  EXPECT_EQ(runs.RoleOf(7, kOwn, kSecond), Role::kMember);
  EXPECT_EQ(runs.RoleOf(7, kOther, kSecond), Role::kBystander);
  EXPECT_EQ(runs.RoleOf(7, std::nullopt, kSecond), Role::kBystander);
  EXPECT_EQ(runs.RoleOf(8, kOwn, kSecond), Role::kNone);
  EXPECT_FALSE(runs.OnRegistration(8, kOther, kSecond)) << "one run at a time";
}

TEST(ProbeRuns, ShortRunsComeFirstAndAMediumOneWhenAsManyObjectsWereSpentOnThem) {
  ProbeRuns runs(1, 1);
  uint64_t now = kSecond;
  int spent[2] = {};
  for (int i = 0; i < 200; ++i) {
    now += kSecond;
    if (!runs.OnRegistration(i % 256, kOwn, now)) continue;
    const bool medium = runs.step() == RunStep::kMedium;
    const int length = Take(runs, 10, now);
    EXPECT_EQ(length, medium ? 512 : 64);
    if (medium) {
      EXPECT_LE(spent[1] + length, spent[0]);
    }
    spent[medium ? 1 : 0] += length;
  }
  EXPECT_GT(spent[1], 0);
  EXPECT_NEAR(spent[0], spent[1], 512);
}

TEST(ProbeRuns, TheNextRunWaitsUntilTheLastOneIsPaidFor) {
  ProbeRuns runs(0.01, 1);
  ASSERT_TRUE(runs.OnRegistration(1, kOwn, kSecond));
  const int length = Take(runs, 1000, kSecond);
  const uint64_t paid = kSecond + static_cast<uint64_t>(length) * 1000 * 100;
  EXPECT_FALSE(runs.OnRegistration(2, kOwn, paid - 1));
  EXPECT_TRUE(runs.OnRegistration(2, kOwn, paid));
}

TEST(ProbeRuns, AnObjectThatCannotBeKeptEndsTheRun) {
  ProbeRuns runs(0.01, 1);
  ASSERT_TRUE(runs.OnRegistration(1, kOwn, kSecond));
  EXPECT_FALSE(runs.OnMember(true, 10, kSecond));
  EXPECT_TRUE(runs.OnMember(false, 10, kSecond));
  EXPECT_EQ(runs.RoleOf(1, kOwn, kSecond), Role::kNone);
  EXPECT_TRUE(runs.TakeAbandoned().empty());
}

TEST(ProbeRuns, ARunThatWaitsForItsThreadIsGivenUpAndHandedOver) {
  ProbeRuns runs(0.01, 1);
  ASSERT_TRUE(runs.OnRegistration(1, kOwn, kSecond));
  EXPECT_EQ(runs.RoleOf(1, kOther, 2 * kSecond), Role::kNone);
  EXPECT_FALSE(runs.ActiveAt(1));
  const auto abandoned = runs.TakeAbandoned();
  ASSERT_EQ(abandoned.size(), 1u);
  EXPECT_EQ(abandoned[0], ProbeRuns::PlaceOf(1, kOwn));
  EXPECT_TRUE(runs.TakeAbandoned().empty());
}

TEST(ProbeRuns, AClosedSiteGivesItsRunUp) {
  ProbeRuns runs(0.01, 1);
  ASSERT_TRUE(runs.OnRegistration(1, kOwn, kSecond));
  runs.Abandon(2, kSecond);
  EXPECT_TRUE(runs.ActiveAt(1));
  runs.Abandon(1, kSecond);
  EXPECT_FALSE(runs.ActiveAt(1));
  EXPECT_EQ(runs.TakeAbandoned().size(), 1u);
}

TEST(ProbeRuns, SitesWithFewRunsComeFirst) {
  ProbeRuns runs(1, 5);
  uint64_t now = kSecond;
  int begun[2] = {};
  for (int i = 0; i < 20'000; ++i) {
    now += kSecond;
    const int site = i % 10 == 0 ? 1 : 0;  // site 0 registers nine times as often
    if (!runs.OnRegistration(site, kOwn, now)) continue;
    ++begun[site];
    Take(runs, 1, now);
  }
  // The number of runs grows as the square root of the registrations, not in proportion.
  EXPECT_GT(begun[1] * 5, begun[0]);
}

}  // namespace
}  // namespace heaptwin::agent
