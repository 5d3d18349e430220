#include "released_handles.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace heaptwin::agent {
namespace {

using heap::WeakHandle;

std::vector<WeakHandle> Handles(WeakHandle first, size_t count) {
  std::vector<WeakHandle> handles(count);
  std::iota(handles.begin(), handles.end(), first);
  return handles;
}

TEST(ReleasedHandles, GivesOutOnlyWhatIsCleared) {
  ReleasedHandles released;
  released.Add({1, 2, 3, 4});
  const std::set<WeakHandle> cleared = {2, 4};
  const auto is_cleared = [&](WeakHandle handle) { return cleared.contains(handle); };
  EXPECT_EQ(released.TakeCleared(is_cleared), (std::vector<WeakHandle>{2, 4}));
  EXPECT_TRUE(released.TakeCleared(is_cleared).empty());
  EXPECT_EQ(released.TakeAll(), (std::vector<WeakHandle>{1, 3}));
  EXPECT_TRUE(released.TakeAll().empty());
}

TEST(ReleasedHandles, AsksAllOfThemInTurn) {
  ReleasedHandles released;
  released.Add(Handles(1, 2 * ReleasedHandles::kAsked + 10));
  std::multiset<WeakHandle> asked;
  for (int collection = 0; collection < 3; ++collection) {
    size_t now = 0;
    released.TakeCleared([&](WeakHandle handle) {
      asked.insert(handle);
      ++now;
      return false;
    });
    EXPECT_LE(now, ReleasedHandles::kAsked);
  }
  EXPECT_EQ(asked.size(), 2 * ReleasedHandles::kAsked + 10);
  EXPECT_EQ(std::set<WeakHandle>(asked.begin(), asked.end()).size(), asked.size());
}

TEST(ReleasedHandles, ATurnGoesOnBehindWhatWasTakenOut) {
  ReleasedHandles released;
  released.Add(Handles(1, ReleasedHandles::kAsked + 5));
  const auto all = [](WeakHandle) { return true; };
  EXPECT_EQ(released.TakeCleared(all), Handles(1, ReleasedHandles::kAsked));
  EXPECT_EQ(released.TakeCleared(all), Handles(1 + ReleasedHandles::kAsked, 5));
  EXPECT_TRUE(released.TakeCleared(all).empty());
}

TEST(ReleasedHandles, GivesOutTheOldestBeyondItsBound) {
  ReleasedHandles released;
  released.Add(Handles(1, ReleasedHandles::kMost));
  EXPECT_TRUE(released.TakeExcess().empty());
  released.Add(Handles(1'000'000, 3));
  EXPECT_EQ(released.TakeExcess(), Handles(1, 3));
  EXPECT_TRUE(released.TakeExcess().empty());
  EXPECT_EQ(released.TakeAll().size(), ReleasedHandles::kMost);
}

TEST(ReleasedHandles, ATurnGoesOnWhereItWasWhenTheOldestAreTakenOut) {
  ReleasedHandles released;
  released.Add(Handles(1, ReleasedHandles::kMost));
  released.TakeCleared([](WeakHandle) { return false; });
  released.Add(Handles(1'000'000, 10));
  EXPECT_EQ(released.TakeExcess().size(), 10u);
  WeakHandle first = 0;
  released.TakeCleared([&](WeakHandle handle) {
    if (first == 0) first = handle;
    return false;
  });
  EXPECT_EQ(first, ReleasedHandles::kAsked + 1);
}

}  // namespace
}  // namespace heaptwin::agent
