#include "method_versions.h"

#include <gtest/gtest.h>

#include <array>

namespace heaptwin::agent {
namespace {

jmethodID Method(uint64_t number) { return reinterpret_cast<jmethodID>(number * 8); }

TEST(MethodVersions, CountReplacementsOfEachMethod) {
  MethodVersions versions;
  EXPECT_EQ(versions.Of(Method(1)), 0u);
  const std::array<jmethodID, 2> first = {Method(1), Method(2)};
  versions.Replaced(first);
  const std::array<jmethodID, 1> second = {Method(2)};
  versions.Replaced(second);
  EXPECT_EQ(versions.Of(Method(1)), 1u);
  EXPECT_EQ(versions.Of(Method(2)), 2u);
}

TEST(MethodVersions, OtherMethodsKeepTheirsThoughTheyShareABit) {
  MethodVersions versions;
  const std::array<jmethodID, 1> one = {Method(1)};
  versions.Replaced(one);
  for (uint64_t number = 2; number < 100'000; ++number) {
    ASSERT_EQ(versions.Of(Method(number)), 0u) << number;
  }
}

}  // namespace
}  // namespace heaptwin::agent
