#include "known_stacks.h"

#include <gtest/gtest.h>

namespace heaptwin::agent {
namespace {

using heap::ContextId;

KnownStacks::Seen Compiled(uint64_t stack, uint64_t kind = 1, uint64_t generation = 0) {
  return {{stack, stack + 1}, /*interpreted=*/false, kind, generation};
}

KnownStacks::Seen Interpreted(uint64_t stack, uint64_t kind = 1, uint64_t generation = 0) {
  return {{stack, stack + 1}, /*interpreted=*/true, kind, generation};
}

uint32_t ContextOf(KnownStacks& stacks, const KnownStacks::Seen& seen) {
  const auto known = stacks.Find(seen);
  return known ? static_cast<uint32_t>(known->context) : 0;
}

TEST(KnownStacksTest, GivesBackWhatWasRemembered) {
  KnownStacks stacks;
  EXPECT_EQ(ContextOf(stacks, Compiled(5)), 0U);
  stacks.Remember(Compiled(5), {ContextId{7}, /*truncated=*/true});
  EXPECT_EQ(ContextOf(stacks, Compiled(5)), 7U);
  EXPECT_TRUE(stacks.Find(Compiled(5))->truncated);
  EXPECT_EQ(stacks.found(), 2U);
}

TEST(KnownStacksTest, TellsStacksApartByAllOfTheKeyAndByTheirKind) {
  KnownStacks stacks;
  stacks.Remember(Compiled(5, 1), {ContextId{7}});
  EXPECT_EQ(ContextOf(stacks, Compiled(5, 2)), 0U) << "another class";
  KnownStacks::Seen other = Compiled(5, 1);
  ++other.key.high;
  EXPECT_EQ(ContextOf(stacks, other), 0U);
}

TEST(KnownStacksTest, TheLatestContextCounts) {
  KnownStacks stacks;
  stacks.Remember(Compiled(5), {ContextId{7}});
  stacks.Remember(Compiled(5), {ContextId{8}});
  EXPECT_EQ(ContextOf(stacks, Compiled(5)), 8U);
}

TEST(KnownStacksTest, ForgetsInterpretedFramesWhenCodeWasReplaced) {
  KnownStacks stacks;
  stacks.Remember(Interpreted(5, 1, stacks.generation()), {ContextId{7}});
  stacks.Remember(Compiled(6, 1, stacks.generation()), {ContextId{8}});
  stacks.ForgetInterpreted();
  EXPECT_EQ(ContextOf(stacks, Interpreted(5, 1, stacks.generation())), 0U);
  EXPECT_EQ(ContextOf(stacks, Compiled(6, 1, stacks.generation())), 8U)
      << "a compilation's number is never used again";
}

TEST(KnownStacksTest, AStackReadBeforeTheReplacementIsNotKnownAfterIt) {
  KnownStacks stacks;
  const auto before = Interpreted(5, 1, stacks.generation());
  stacks.ForgetInterpreted();
  stacks.Remember(before, {ContextId{7}});
  EXPECT_EQ(ContextOf(stacks, Interpreted(5, 1, stacks.generation())), 0U);
}

TEST(KnownStacksTest, StaysBoundedAndKeepsTheNewest) {
  KnownStacks stacks;
  constexpr uint32_t kMany = 200'000;
  uint32_t kept = 0;
  for (uint32_t i = 1; i <= kMany; ++i) {
    stacks.Remember(Compiled(i), {ContextId{i}});
    ASSERT_EQ(ContextOf(stacks, Compiled(i)), i);
  }
  for (uint32_t i = 1; i <= kMany; ++i) kept += ContextOf(stacks, Compiled(i)) == i ? 1 : 0;
  EXPECT_LE(kept, 1U << 15U);
  EXPECT_GT(kept, 1U << 14U);
}

TEST(KnownStacksTest, OneInSixtyFourIsToBeChecked) {
  KnownStacks stacks;
  stacks.Remember(Compiled(5), {ContextId{7}});
  int checks = 0;
  for (int i = 0; i < 640; ++i) {
    ASSERT_TRUE(stacks.Find(Compiled(5)));
    checks += stacks.Check() ? 1 : 0;
  }
  EXPECT_EQ(checks, 10);
}

TEST(KnownStacksTest, IsTrustedWhileDisagreementsAreRare) {
  KnownStacks stacks;
  for (int i = 0; i < 10'000; ++i) stacks.Checked(/*agrees=*/i % 200 != 0);
  EXPECT_TRUE(stacks.trusted());
}

TEST(KnownStacksTest, IsTrustedNoMoreWhenOneInTwentyDisagrees) {
  KnownStacks stacks;
  for (int i = 0; i < 200; ++i) stacks.Checked(/*agrees=*/i % 20 != 0);
  EXPECT_FALSE(stacks.trusted());
}

}  // namespace
}  // namespace heaptwin::agent
