#include <gtest/gtest.h>

#include "evidence/survival.h"

namespace heaptwin::evidence {
namespace {

using heap::ObjectId;

TEST(SurvivalAgendaTest, StaysBoundedWithoutACollection) {
  constexpr uint64_t kRegistrations = 100'000;
  constexpr uint64_t kKept = 50;  // objects younger than that are in the table
  SurvivalAgenda agenda;
  for (uint64_t i = 0; i < kRegistrations; ++i) {
    const auto is_gone = [&](ObjectId id) { return static_cast<uint64_t>(id) + kKept < i; };
    agenda.ForgetGone(2, is_gone);
    agenda.ObjectRegistered(ObjectId{i}, 0);
    ASSERT_LE(agenda.size(), kKept + 2);
  }
  // None of those that still exist was forgotten.
  const auto due = agenda.TakeDue(1, kRegistrations);
  ASSERT_GE(due.size(), kKept);
  EXPECT_EQ(due.back(), ObjectId{kRegistrations - 1});
  for (size_t i = 1; i < due.size(); ++i) {
    EXPECT_EQ(static_cast<uint64_t>(due[i]), static_cast<uint64_t>(due[i - 1]) + 1);
  }
}

TEST(SurvivalAgendaTest, ForgetsNoMoreThanAllowed) {
  SurvivalAgenda agenda;
  for (uint64_t i = 1; i <= 10; ++i) agenda.ObjectRegistered(ObjectId{i}, 0);
  agenda.ForgetGone(3, [](ObjectId) { return true; });
  EXPECT_EQ(agenda.size(), 7u);
}

}  // namespace
}  // namespace heaptwin::evidence
