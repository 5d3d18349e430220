#include "selftest/self_test.h"

#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

#include "base/version.h"

namespace {

using SelfTest = int (*)(char*, size_t);

TEST(SelfTest, WorksHere) {
  const SelfTest tests[] = {heaptwin_self_test_guarded_copy, heaptwin_self_test_watchpoints,
                            heaptwin_self_test_clock_sampler};
  for (const SelfTest test : tests) {
    char message[512] = "unset";
    EXPECT_EQ(test(message, sizeof message), 0) << message;
    EXPECT_STREQ(message, "");
    EXPECT_EQ(test(nullptr, 0), 0);
  }
}

TEST(SelfTest, DescribesTheMachineAndKeepsToTheBuffer) {
  char message[1024];
  ASSERT_EQ(heaptwin_describe_machine(message, sizeof message), 0);
  const auto machine = nlohmann::json::parse(message);
  EXPECT_TRUE(machine.contains("kernel"));
  EXPECT_TRUE(machine.contains("perfEventParanoid"));
  EXPECT_TRUE(machine.at("sigtrapSafe").is_boolean());
  char small[8];
  std::memset(small, 'x', sizeof small);
  ASSERT_EQ(heaptwin_describe_machine(small, 5), 0);
  EXPECT_EQ(small[4], '\0');
  EXPECT_EQ(small[5], 'x');
}

TEST(SelfTest, NamesTheVersion) { EXPECT_STREQ(heaptwin_version(), heaptwin::base::kVersion); }

}  // namespace
